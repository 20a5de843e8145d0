import { inner } from '../asn1/fields.ts';
import type { Asn1 } from '../asn1/reader.ts';
import { TAG } from '../asn1/tags.ts';
import { expectTag } from '../asn1/values.ts';
import { PkiError } from '../error.ts';
import { type Extension, readExtension } from '../x509/extensions.ts';

/** Extensions under an explicit tag; none where it is absent. A repeated one is refused. */
export function readExtensionList(tagged: Asn1 | undefined): Extension[] {
  if (tagged === undefined) return [];
  const all = expectTag(inner(tagged, 'extensions'), TAG.sequence, 'Extensions').members().map(readExtension);
  if (new Set(all.map(({ oid }) => oid)).size !== all.length)
    throw new PkiError('asn1_unexpected', 'an extension stands twice');
  return all;
}
