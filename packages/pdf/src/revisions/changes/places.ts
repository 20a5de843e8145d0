import type { Referrer } from './references.ts';
import type { Role, Roles } from './roles.ts';

/** Keys under which an object may be referred to, and the roles of what may refer to it so; from anything without. */
type Place = readonly [keys: RegExp, ...holders: Role[]];

/**
 * Where an object of each role may be referred to: reached from anywhere else it is a resource, or content, too. An
 * array that is an object of its own passes its places on: the empty key holds in the arrays of that role alone.
 */
const PLACES: Readonly<Record<Role, readonly Place[]>> = {
  catalog: [[/^(?:Data|Parent|Root)$/]],
  tree: [[/^(?:Pages|Kids|Parent)$/], [/^$/, 'tree']],
  page: [[/./], [/^$/]],
  annotations: [[/^Annots$/]],
  annotation: [
    [/^(?:Annots|Popup|Parent|IRT|Obj|P|T|TA|Annotation|Target|Reference|Fields|Dest|D|A)$/],
    [/^$/, 'annotations'],
  ],
  field: [
    [/^(?:Annots|Fields|Kids|Parent|CO|Obj|T|Annotation|Reference|P|Popup|IRT|Next|DocMDP)$/],
    [/^$/, 'annotations', 'fields', 'order'],
  ],
  form: [[/^AcroForm$/, 'catalog']],
  fields: [[/^Fields$/], [/^Kids$/, 'field']],
  order: [[/^CO$/, 'catalog', 'form']],
  resources: [[/^(?:DR|Font|XObject|ExtGState|ColorSpace|Pattern|Shading|Properties|Encoding|Resources)$/]],
  store: [[/^(?:DSS|VRI|Certs|CRLs|OCSPs|Cert|CRL|OCSP|[0-9A-Fa-f]{40,128})$/, 'catalog', 'store']],
  extensions: [
    [/^Extensions$/, 'catalog'],
    [/^Extensions\/\*$/, 'catalog', 'extensions'],
    [/^$/, 'extensions'],
  ],
  metadata: [[/^Metadata$/]],
  info: [[/^Info$/]],
};

/** The first reference to an object of these roles that none of them explains. */
export const elsewhere = (
  own: ReadonlySet<Role>,
  referrers: readonly Referrer[],
  roles: Roles,
  isReached: (object: number) => boolean,
): Referrer | undefined =>
  referrers.find(({ key, from }) => {
    const holder = roles.get(from);
    const isPlaced = [...own].some((role) =>
      PLACES[role].some(
        ([keys, ...holders]) =>
          keys.test(key) && (holders.length === 0 || holders.some((one) => holder?.has(one) === true)),
      ),
    );
    // What nothing leads to makes nothing of it.
    return !isPlaced && isReached(from);
  });
