import { authority, bounded, certificate, levels, type PathCase, party, signer } from './path-world.ts';
import { TEST_NOW } from './test-pki.ts';

const YEAR = 365 * 24 * 3600 * 1000;
const PAST = { notBefore: TEST_NOW - 9 * YEAR, notAfter: TEST_NOW - YEAR };
const UNKNOWN = '1.3.6.1.4.1.99999.7';
const EMPTY = Uint8Array.of(0x30, 0);

const root = party('Root');
const middle = party('Authority');
const person = party('Signer');
const rootCertificate = authority(root, root);
const middleCertificate = authority(root, middle);

/** Paths that are valid, the unusual ones among them: forks, loops, keys that change, names spelled otherwise. */
export function pathGoodCases(): PathCase[] {
  return [...goodPaths(), ...goodForks()];
}

function goodPaths(): PathCase[] {
  const good = (title: string, rest: Omit<PathCase, 'title' | 'expected'>): PathCase => ({
    title,
    expected: 'valid',
    ...rest,
  });
  const spelled = party('  the   AUTHORITY', 'The Authority');
  const greek = party('ΑΡΧΗ ΠΙΣΤΟΠΟΙΗΣΗΣ', 'Αρχη πιστοποιησης');
  return [
    good('root, authority, signer', levels()),
    good('a further authority', levels({ sub: {} })),
    good('the authority is the anchor', { ...levels(), bag: [], anchors: [middleCertificate] }),
    good('the signer is the anchor', lonely()),
    good(
      'without key identifiers',
      levels({ authority: { unidentified: true }, signer: { unidentified: true } }),
    ),
    good(
      'path lengths that are just kept',
      levels({ root: { basicConstraints: { ca: true, pathLength: 1 } }, authority: bounded(0) }),
    ),
    good('an end entity that is an authority does not count against the path length', {
      ...levels({ authority: bounded(0) }),
      endEntity: authority(middle, person),
    }),
    good(
      'an unknown extension that is not critical',
      levels({ signer: { others: [{ oid: UNKNOWN, critical: false, value: EMPTY }] } }),
    ),
    good('an anchor without basicConstraints that may sign certificates', {
      ...levels(),
      anchors: [certificate(root, root, { keyUsage: ['keyCertSign'] })],
    }),
    good('a name in other case and with other spaces', {
      endEntity: signer(spelled, person),
      bag: [authority(root, party('The Authority'))],
      anchors: [rootCertificate],
    }),
    good('a Greek name in capitals', {
      endEntity: signer(greek, person),
      bag: [authority(root, party('Αρχη πιστοποιησης'))],
      anchors: [rootCertificate],
      openssl: { unlike: 'it folds the case of ASCII alone' },
    }),
    good('a key identifier that speaks of another key, where the signature holds', {
      ...levels({ signer: { authorityKeyIdentifier: new Uint8Array(20).fill(9) } }),
      openssl: { unlike: 'it takes the hint for a rule' },
    }),
  ];
}

function lonely(): Pick<PathCase, 'endEntity' | 'bag' | 'anchors'> {
  const endEntity = signer(middle, person);
  return { endEntity, bag: [], anchors: [endEntity] };
}

/** Forks, loops and keys that change. */
function goodForks(): PathCase[] {
  const successor = party('Authority', 'Authority, second key');
  const rootSuccessor = party('Root', 'Root, second key');
  const foreign = party('Foreign root');
  const respelled = party('AUTHORITY', 'Authority, third key');
  const expected = 'valid';
  return [
    {
      title: 'a self-issued certificate does not count against the path length',
      endEntity: signer(successor, person),
      bag: [authority(root, middle, bounded(0)), authority(middle, successor)],
      anchors: [rootCertificate],
      expected,
    },
    {
      title: 'an authority that changed its key and the way in which it writes its name',
      endEntity: signer(respelled, person),
      bag: [middleCertificate, authority(middle, respelled)],
      anchors: [rootCertificate],
      expected,
    },
    {
      title: 'the root changed its key: the new one is certified by the old',
      endEntity: signer(middle, person),
      bag: [authority(rootSuccessor, middle), authority(root, rootSuccessor)],
      anchors: [rootCertificate],
      expected,
    },
    {
      title: 'the root changed its key: the old one is certified by the new',
      endEntity: signer(middle, person),
      bag: [middleCertificate, authority(rootSuccessor, root)],
      anchors: [authority(rootSuccessor, rootSuccessor)],
      expected,
    },
    {
      title: 'a cross certificate leads to the anchor, the other way does not',
      endEntity: signer(middle, person),
      bag: [authority(foreign, middle), authority(foreign, foreign), middleCertificate],
      anchors: [rootCertificate],
      expected,
      openssl: { unlike: 'it judges the first chain that it builds' },
    },
    {
      title: 'of several chains one is valid: the others are expired, too long, and of no authority',
      endEntity: signer(middle, person),
      bag: [
        authority(root, middle, { validity: PAST, serial: 2 }),
        authority(root, middle, { basicConstraints: { ca: false }, serial: 3 }),
        authority(root, middle, { keyUsage: ['cRLSign'], serial: 4 }),
        middleCertificate,
      ],
      anchors: [rootCertificate],
      expected,
      openssl: { unlike: 'it judges the first chain that it builds' },
    },
    {
      title: 'authorities that certified each other',
      endEntity: signer(middle, person),
      bag: [
        authority(foreign, middle),
        authority(middle, foreign),
        authority(foreign, root),
        authority(root, foreign),
        middleCertificate,
      ],
      anchors: [rootCertificate],
      expected,
    },
  ];
}
