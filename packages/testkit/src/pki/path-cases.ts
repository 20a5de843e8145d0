import { pathExtensionCases } from './path-extension-cases.ts';
import { pathForgeryCases } from './path-forgery-cases.ts';
import { pathGoodCases } from './path-good-cases.ts';
import { pathNameCases } from './path-name-cases.ts';
import { pathPolicyCases } from './path-policy-cases.ts';
import {
  authority,
  bounded,
  certificate,
  levels,
  ofVersion2,
  type PathCase,
  party,
  signer,
} from './path-world.ts';
import { TEST_NOW } from './test-pki.ts';

const DAY = 24 * 3600 * 1000;
const YEAR = 365 * DAY;
const PAST = { notBefore: TEST_NOW - 9 * YEAR, notAfter: TEST_NOW - DAY };
const FUTURE = { notBefore: TEST_NOW + DAY, notAfter: TEST_NOW + YEAR };
const TIME_STAMPING = '1.3.6.1.5.5.7.3.8';
const SERVER_AUTH = '1.3.6.1.5.5.7.3.1';
const EMAIL = '1.3.6.1.5.5.7.3.4';

const root = party('Root');
const middle = party('Authority');
const person = party('Signer');
const rootCertificate = authority(root, root);
const middleCertificate = authority(root, middle);

/** Every case of RFC 5280 §6.1 as data, made anew at each call (ECDSA values differ, verdicts do not). */
export function pathCases(): PathCase[] {
  return [
    ...pathGoodCases(),
    ...dates(),
    ...authorities(),
    ...pathExtensionCases(),
    ...endEntities(),
    ...pathForgeryCases(),
    ...pathNameCases(),
    ...pathPolicyCases(),
  ];
}

function dates(): PathCase[] {
  const until = TEST_NOW + 5 * YEAR;
  const from = TEST_NOW - YEAR;
  const equal = { unlike: 'it takes the last second for past' };
  return [
    { title: 'the last moment', ...levels(), options: { at: until }, expected: 'valid', openssl: equal },
    { title: 'the first moment', ...levels(), options: { at: from }, expected: 'valid' },
    {
      title: 'a moment later',
      ...levels(),
      options: { at: until + 1000 },
      expected: 'expired',
      about: 'Signer',
    },
    {
      title: 'a moment earlier',
      ...levels(),
      options: { at: from - 1000 },
      expected: 'not_yet_valid',
      about: 'Signer',
    },
    {
      title: 'an expired signer',
      ...levels({ signer: { validity: PAST } }),
      expected: 'expired',
      about: 'Signer',
    },
    {
      title: 'an expired authority',
      ...levels({ authority: { validity: PAST } }),
      expected: 'expired',
      about: 'Authority',
    },
    {
      title: 'a signer of tomorrow',
      ...levels({ signer: { validity: FUTURE } }),
      expected: 'not_yet_valid',
      about: 'Signer',
    },
    {
      title: 'an authority of tomorrow',
      ...levels({ authority: { validity: FUTURE } }),
      expected: 'not_yet_valid',
      about: 'Authority',
    },
    {
      title: 'the dates of the anchor do not count',
      ...levels({ root: { validity: PAST } }),
      expected: 'valid',
      openssl: { unlike: 'it counts the dates of anchors' },
    },
  ];
}

function authorities(): PathCase[] {
  const colleague = party('Colleague');
  const own = signer(middle, person);
  const successor = party('Authority', 'Authority, second key');
  return [
    {
      title: 'an authority that says to be none',
      ...levels({ authority: { basicConstraints: { ca: false } } }),
      expected: 'not_ca',
      about: 'Authority',
    },
    {
      title: 'an issuer without basicConstraints',
      ...levels(),
      bag: [certificate(root, middle, { keyUsage: ['digitalSignature'] })],
      expected: 'not_ca',
      about: 'Authority',
    },
    {
      title: 'a signer who issues certificates',
      endEntity: signer(person, colleague),
      bag: [own, middleCertificate],
      anchors: [rootCertificate],
      expected: 'not_ca',
      about: 'Signer',
    },
    {
      title: 'a signer who is trusted and issues certificates',
      endEntity: signer(person, colleague),
      bag: [],
      anchors: [own],
      expected: 'not_ca',
      about: 'Signer',
    },
    {
      title: 'an authority of version 2',
      ...levels(),
      bag: [ofVersion2(root, middleCertificate)],
      expected: 'not_ca',
      about: 'Authority',
      openssl: ['-x509_strict'],
    },
    {
      title: 'an authority below one that may have none',
      ...levels({ authority: bounded(0), sub: {} }),
      expected: 'path_length',
      about: 'Sub-authority',
    },
    {
      title: 'an authority below a self-issued certificate, which does not lengthen the path',
      endEntity: signer(party('Sub-authority'), person),
      bag: [
        authority(root, middle, bounded(0)),
        authority(middle, successor),
        authority(successor, party('Sub-authority')),
      ],
      anchors: [rootCertificate],
      expected: 'path_length',
      about: 'Sub-authority',
    },
    {
      title: 'an authority below an anchor that may have none',
      ...levels({ root: bounded(0) }),
      expected: 'path_length',
      about: 'Authority',
    },
    {
      title: 'an authority that may not sign certificates',
      ...levels({ authority: { keyUsage: ['cRLSign', 'digitalSignature'] } }),
      expected: 'key_usage',
      about: 'Authority',
    },
    {
      title: 'an anchor that may not sign certificates',
      ...levels({ root: { keyUsage: ['cRLSign'] } }),
      expected: 'key_usage',
      about: 'Root',
    },
  ];
}

function endEntities(): PathCase[] {
  const purpose = (...purposes: string[]) => ({ extendedKeyUsage: { purposes, critical: false } });
  const smime = ['-purpose', 'smimesign'];
  const encrypting = { keyUsage: ['keyEncipherment' as const] };
  return [
    {
      title: 'a key for encryption signs',
      ...levels({ signer: encrypting }),
      options: { signer: true },
      expected: 'signer_key_usage',
      about: 'Signer',
      openssl: smime,
    },
    { title: 'a key for encryption, nothing asked', ...levels({ signer: encrypting }), expected: 'valid' },
    {
      title: 'a key for authentication signs',
      ...levels({ signer: { keyUsage: ['digitalSignature'] } }),
      options: { signer: true },
      expected: 'valid',
      openssl: smime,
    },
    {
      title: 'a key of no told usage signs',
      ...levels(),
      endEntity: certificate(middle, person, {}),
      options: { signer: true },
      expected: 'valid',
      openssl: smime,
    },
    {
      title: 'another purpose than asked for',
      ...levels({ signer: purpose(SERVER_AUTH) }),
      options: { purposes: [EMAIL] },
      expected: 'extended_key_usage',
      about: 'Signer',
      openssl: smime,
    },
    {
      title: 'one of the purposes asked for',
      ...levels({ signer: purpose(SERVER_AUTH, EMAIL) }),
      options: { purposes: [TIME_STAMPING, EMAIL] },
      expected: 'valid',
      openssl: smime,
    },
    {
      title: 'any purpose',
      ...levels({ signer: purpose('2.5.29.37.0') }),
      options: { purposes: [EMAIL] },
      expected: 'valid',
      openssl: { unlike: 'it asks for the very purpose' },
    },
  ];
}
