import { setImmediate } from 'node:timers/promises';
import { type Certificate, type PkiPorts, parseCertificate, type SigningItem } from '@websign/pki';
import { ProviderError } from '../errors.ts';
import { requireValues } from '../remote-values.ts';

/**
 * The values as the port gives them, each verified by the certificate. Services answer ECDSA as DER (RFC 3279 §2.2.3)
 * or as r and s side by side (IEEE P1363): whichever verifies is taken. Throws ProviderError `provider_error`.
 */
export async function verifiedValues(
  certificate: Uint8Array,
  items: readonly SigningItem[],
  values: readonly Uint8Array[],
  verify: PkiPorts['verify'],
): Promise<Uint8Array[]> {
  const signer = parseCertificate(certificate);
  if (values.length !== items.length)
    throw new ProviderError('provider_error', `${values.length} values for ${items.length} documents`);
  const own: Uint8Array[] = [];
  for (let at = 0; at < items.length; at += AT_ONCE) {
    const some = items.slice(at, at + AT_ONCE);
    const taken = await Promise.all(
      some.map((item, next) => chosen(signer, item, values[at + next], verify)),
    );
    await requireValues(signer, some, taken, verify);
    own.push(...taken);
    await setImmediate();
  }
  return own;
}

/** Verified before others of the process have their turn: some 30 ms with P-384. */
const AT_ONCE = 40;

async function chosen(
  { spki }: Certificate,
  { signatureAlgorithm, signedAttributes }: SigningItem,
  value: Uint8Array = new Uint8Array(),
  verify: PkiPorts['verify'],
): Promise<Uint8Array> {
  const half = { 'ecdsa-p256-sha256': 32, 'ecdsa-p384-sha384': 48 }[signatureAlgorithm as string];
  if (half === undefined || value.length !== 2 * half) return value;
  const der = derOf(value.subarray(0, half), value.subarray(half));
  return (await verify(signatureAlgorithm, spki, signedAttributes, der)) ? der : value;
}

/** ECDSA-Sig-Value; at most 104 octets for P-384, so every length is one octet. */
export function derOf(r: Uint8Array, s: Uint8Array): Uint8Array {
  const content = Buffer.concat([integer(r), integer(s)]);
  return new Uint8Array(Buffer.concat([Buffer.from([0x30, content.length]), content]));
}

function integer(bytes: Uint8Array): Buffer {
  const first = bytes.findIndex((octet) => octet !== 0);
  const shortest = first < 0 ? Buffer.from([0]) : Buffer.from(bytes.subarray(first));
  const positive = (shortest[0] ?? 0) >= 0x80 ? Buffer.concat([Buffer.from([0]), shortest]) : shortest;
  return Buffer.concat([Buffer.from([0x02, positive.length]), positive]);
}
