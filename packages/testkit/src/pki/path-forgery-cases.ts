import { parseCertificate } from '@websign/pki';
import { authority, type PathCase, party, signer } from './path-world.ts';

const root = party('Root');
const middle = party('Authority');
const person = party('Signer');
const rootCertificate = authority(root, root);
const middleCertificate = authority(root, middle);

/** Signatures that do not hold, certificates in another's place, and chains that lead nowhere. */
export function pathForgeryCases(): PathCase[] {
  const impostor = party('Authority', 'Stranger');
  const own = signer(middle, person);
  const flipped = own.with(own.length - 1, (own.at(-1) ?? 0) ^ 1);
  const broken = middleCertificate.with(middleCertificate.length - 1, (middleCertificate.at(-1) ?? 0) ^ 1);
  const bag = [middleCertificate];
  const anchors = [rootCertificate];
  const none = { bag, anchors, expected: 'no_path' as const, about: 'Signer' };
  return [
    {
      title: 'a signature of the signer that does not hold',
      endEntity: flipped,
      bag,
      anchors,
      expected: 'signature',
      about: 'Signer',
    },
    {
      title: 'a signature of the authority that does not hold',
      endEntity: own,
      bag: [broken],
      anchors,
      expected: 'signature',
      about: 'Authority',
    },
    {
      title: 'a substituted signer: made by another under the name and key identifier of the authority',
      endEntity: signer(impostor, person, { authorityKeyIdentifier: keyOf(own) }),
      bag,
      anchors,
      expected: 'signature',
      about: 'Signer',
    },
    {
      title: 'a substituted signer: made by another under the name of the authority',
      ...none,
      endEntity: signer(impostor, person),
    },
    {
      title: 'a substituted authority: the name, another key',
      ...none,
      endEntity: own,
      bag: [authority(root, impostor)],
    },
    { title: 'the authority is not there', ...none, endEntity: own, bag: [] },
    { title: 'another anchor', ...none, endEntity: own, anchors: [authority(impostor, impostor)] },
    { title: 'no anchor at all', ...none, endEntity: own, anchors: [] },
    { title: 'a certificate that made itself', ...none, endEntity: signer(person, person) },
  ];
}

/** The authority's key identifier as the certificate tells it. */
function keyOf(der: Uint8Array): Uint8Array {
  return parseCertificate(der).extensions.authorityKeyIdentifier ?? new Uint8Array(0);
}
