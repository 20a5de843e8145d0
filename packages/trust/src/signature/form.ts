import { TrustError } from '../error.ts';
import { attribute, child, children, elementsIn, named, type QName, within } from '../xml/find.ts';
import type { Element, XmlDocument } from '../xml/tree.ts';

/** The parts of the one signature of a list (XML-DSig, XAdES; TS 119 612 §5.7 and annex B). */
export interface SignatureParts {
  signature: Element;
  signedInfo: Element;
  value: Element;
  keyInfo: Element | undefined;
  signedProperties: Element;
}

const malformed = (what: string): never => {
  throw new TrustError('signature_form', what);
};

/** One of that name and no more. */
const single = (found: readonly Element[], name: string): Element => {
  const [first, ...others] = found;
  return first === undefined || others.length > 0 ? malformed(`not one ${name}`) : first;
};

/** Finds the signature: a child of the root, and the only one in the document but for what is inside of it. */
export function signatureOf({ root }: XmlDocument): SignatureParts {
  const signature = single(children(root, 'ds:Signature'), 'Signature under the root');
  for (const element of within(root)) {
    if (named(element, 'ds:Signature') && element !== signature && !isWithin(element, signature)) {
      malformed('a second Signature');
    }
  }
  const order: readonly QName[] = ['ds:SignedInfo', 'ds:SignatureValue'];
  const parts = elementsIn(signature);
  if (!order.every((name, i) => parts[i] !== undefined && named(parts[i], name)))
    malformed('parts out of order');
  const properties = children(signature, 'ds:Object').flatMap((object) => {
    const qualifying = child(object, 'xades:QualifyingProperties');
    return children(qualifying, 'xades:SignedProperties');
  });
  return {
    signature,
    signedInfo: single(children(signature, 'ds:SignedInfo'), 'SignedInfo'),
    value: single(children(signature, 'ds:SignatureValue'), 'SignatureValue'),
    keyInfo: children(signature, 'ds:KeyInfo')[0],
    signedProperties: single(properties, 'SignedProperties'),
  };
}

/** The element of that Id, which no other attribute of the document may claim. */
export function byId({ root }: XmlDocument, id: string): Element {
  const claims = [...within(root)].filter(({ attributes }) =>
    attributes.some(({ local, value }) => /^id$/i.test(local) && value === id),
  );
  const element = single(claims, `element of the Id ${id}`);
  return attribute(element, 'Id') === id ? element : malformed('an Id of another kind');
}

export function isWithin(element: Element, outer: Element): boolean {
  for (let at: Element | undefined = element; at !== undefined; at = at.parent) if (at === outer) return true;
  return false;
}
