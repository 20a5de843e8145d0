import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseCertificate } from '@websign/pki';
import { nodePorts } from '@websign/ports';
import { describe, expect, test } from 'vitest';
import { type ListExpectation, readTrustedList, type TrustedList } from '../src/index.ts';

const outside = process.env.WEBSIGN_OUTSIDE;
const ports = nodePorts();
const list = (name: string) =>
  new Uint8Array(readFileSync(join(outside ?? '', 'trusted-lists', `${name}.xml`)));
const AUTUMN_2023 = Date.parse('2023-10-31T12:00:00Z');

/** DER certificates of those who sign the list of lists, as it tells of itself in its pointer to the EU's list. */
const signersIn = ({ pointers }: TrustedList, territory: string): Uint8Array[] =>
  pointers.filter((pointer) => pointer.territory === territory).flatMap(({ signers }) => signers);

/** The certificate in KeyInfo: where the chain of pivots is entered, as the operator's configuration would name it. */
const broughtAlong = (bytes: Uint8Array): Uint8Array => {
  const found = /X509Certificate>([^<]+)</.exec(
    Buffer.from(bytes).toString('utf8').split('KeyInfo')[1] ?? '',
  );
  return new Uint8Array(Buffer.from(found?.[1] ?? '', 'base64'));
};

const read = (bytes: Uint8Array, expectation: ListExpectation) => readTrustedList(bytes, expectation, ports);
const readPivot = () => {
  const bytes = list('EU-pivot-300');
  return read(bytes, { kind: 'lotl', territory: 'EU', signers: [broughtAlong(bytes)] });
};
const readListOfLists = async () =>
  read(list('EU-LOTL'), { kind: 'lotl', territory: 'EU', signers: signersIn(await readPivot(), 'EU') });

describe.skipIf(outside === undefined)(
  outside === undefined ? 'skipped: WEBSIGN_OUTSIDE not set' : 'real trusted lists of autumn 2023',
  () => {
    test('those whom the pivot names signed the list of lists', async () => {
      const lotl = await readListOfLists();
      expect(lotl).toMatchObject({ kind: 'lotl', territory: 'EU', sequence: 332 });
      expect(lotl.pointers.length).toBeGreaterThan(30);
      expect(lotl.pivots.some((pivot) => pivot.endsWith('eu-lotl-pivot-300.xml'))).toBe(true);
    });

    test.each([
      ['AT', 63],
      ['EL', 69],
      ['FI', 45],
      ['HU', 76],
      ['IT', 194],
      ['LT', 66],
      ['NO', 71],
      ['SE', 48],
    ])(
      'the list of %s verifies, signed by one of those whom the list of lists names',
      async (territory, sequence) => {
        const signers = signersIn(await readListOfLists(), territory);
        const national = await read(list(territory), { kind: 'national', territory, signers });
        expect(national).toMatchObject({ kind: 'national', territory, sequence });
        expect(national.issued).toBeLessThan(AUTUMN_2023);
        expect(national.nextUpdate).toBeGreaterThan(AUTUMN_2023);
        expect(national.anchors).not.toEqual([]);
        for (const { anchor } of national.anchors) parseCertificate(anchor.certificate);
        const broken = national.leftOut.filter(({ reason }) => reason === 'certificate_malformed');
        expect(broken).toEqual([]);
      },
    );

    test.each(['AT', 'EL', 'FI', 'HU', 'IT', 'LT', 'NO', 'SE'])(
      'forgeries of the list of %s are refused',
      async (territory) => {
        const lotl = await readListOfLists();
        const signers = signersIn(lotl, territory);
        const bytes = list(territory);
        const text = Buffer.from(bytes).toString('utf8');
        const refused = async (forged: string | Uint8Array, code: unknown, by = signers) => {
          const octets = typeof forged === 'string' ? new Uint8Array(Buffer.from(forged)) : forged;
          await expect(read(octets, { kind: 'national', territory, signers: by })).rejects.toMatchObject({
            code,
          });
        };
        await refused(bytes.subarray(0, bytes.length >> 1), 'xml_malformed');
        await refused(
          text.replace(
            /(ServiceStatus>[^<]*)\/(withdrawn|recognisedatnationallevel|granted)</,
            '$1/granted2<',
          ),
          'signature_invalid',
        );
        await refused(bytes, 'signature_signer', signersIn(lotl, territory === 'AT' ? 'FI' : 'AT'));
        await refused(bytes, 'signature_signer', []);
        const [, references = ''] =
          /<\/?(?:\w+:)?SignatureMethod[^>]*>(.*?)<(?:\w+:)?SignatureValue/s.exec(text) ?? [];
        const weak = references.replaceAll(
          'http://www.w3.org/2001/04/xmlenc#sha256',
          'http://www.w3.org/2000/09/xmldsig#sha1',
        );
        await refused(
          text.replace(references, () => weak),
          'signature_invalid',
        );
        const digest = /<(\w+:)?CertDigest>.*?<\/(\w+:)?CertDigest>/s.exec(text)?.[0] ?? '';
        await refused(
          text.replace(digest, () => digest + digest),
          'signature_invalid',
        );
        const signature = /<(\w+:)?Signature [^>]*>.*<\/(\w+:)?Signature>/s.exec(text)?.[0] ?? '';
        await refused(
          text.replace(signature, () => signature + signature),
          expect.stringMatching(/^signature_form$|^xml_malformed$/),
        );
        const root = /<(\w+:)?TrustServiceStatusList[^>]*>/.exec(text)?.[0] ?? '';
        await refused(
          text.replace(root, () => `${root}${signature}`),
          'signature_form',
        );
      },
    );
  },
);
