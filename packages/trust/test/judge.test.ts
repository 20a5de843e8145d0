import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { SignatureAlgorithm } from '@websign/pki';
import { nodePorts } from '@websign/ports';
import { isInstalled, LIST_ID, listText, makeTestPki, signList, TEST_NOW } from '@websign/testkit';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { readTrustedList } from '../src/index.ts';

// Each question is a virtual machine of its own; on a busy machine that takes its time.
vi.setConfig({ testTimeout: 180_000, hookTimeout: 120_000 });

const judge = fileURLToPath(new URL('./judge/XmlSignatures.java', import.meta.url));
const hasCompiler = isInstalled('javac');

const pki = makeTestPki();
const signer = pki.signers.p256;
const list = listText({ kind: 'national', territory: 'EL', issued: TEST_NOW, between: '<?note one?>' });

let folder = '';
const at = (name: string) => join(folder, name);
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'websign-judge-'));
  if (hasCompiler) execFileSync('javac', ['-d', folder, judge]);
});
afterAll(() => rmSync(folder, { recursive: true }));

const java = (...args: string[]) =>
  execFileSync('java', ['-cp', folder, 'XmlSignatures', ...args], { cwd: folder, encoding: 'utf8' }).trim();
const read = (bytes: Uint8Array) =>
  readTrustedList(bytes, { kind: 'national', territory: 'EL', signers: [signer.certificate] }, nodePorts());

describe.skipIf(!hasCompiler)(
  hasCompiler ? 'the JDK, an XML signature implementation of others' : 'skipped: javac not installed',
  () => {
    test.each<[SignatureAlgorithm, 'p256' | 'p384' | 'rsa3072', string]>([
      ['ecdsa-p256-sha256', 'p256', `#${LIST_ID}`],
      ['ecdsa-p384-sha384', 'p384', ''],
      ['rsa-pkcs1-sha512', 'rsa3072', ''],
      ['rsa-pss-sha256', 'rsa3072', `#${LIST_ID}`],
    ])('takes what the tests sign with %s', (algorithm, key, uri) => {
      const identity = pki.signers[key];
      writeFileSync(at('list.xml'), signList(list, identity, { algorithm, uri }));
      writeFileSync(at('signer.der'), identity.certificate);
      expect(java('verify', 'list.xml', 'signer.der')).toBe('valid');
      writeFileSync(
        at('list.xml'),
        signList(list, identity, { algorithm, uri }).replace('Operator of', 'Robber of'),
      );
      expect(java('verify', 'list.xml', 'signer.der')).toBe('invalid');
    });

    test.each(['http://www.w3.org/2001/10/xml-exc-c14n#', 'http://www.w3.org/TR/2001/REC-xml-c14n-20010315'])(
      'signs, in any way of writing XML, what we take: %s',
      async (canonicalisation) => {
        const digest = createHash('sha256').update(signer.certificate).digest('base64');
        const properties = `<xades:QualifyingProperties xmlns:xades="http://uri.etsi.org/01903/v1.3.2#" xmlns:unused="urn:unused" Target="#s"><xades:SignedProperties Id="p"><xades:SignedSignatureProperties><xades:SigningCertificateV2><xades:Cert><xades:CertDigest><ds:DigestMethod xmlns:ds="http://www.w3.org/2000/09/xmldsig#" Algorithm="http://www.w3.org/2001/04/xmlenc#sha256"/><ds:DigestValue xmlns:ds="http://www.w3.org/2000/09/xmldsig#">${digest}</ds:DigestValue></xades:CertDigest></xades:Cert></xades:SigningCertificateV2></xades:SignedSignatureProperties></xades:SignedProperties></xades:QualifyingProperties>`;
        // Everything that canonicalisation has an opinion on.
        const ugly = list
          .replace(
            '<SchemeInformation>',
            `<!-- a note -->\r\n\t<SchemeInformation\n  xml:lang = 'el'  z='1' b="&lt;&quot;&#9;&#10;&#13;'&gt;" xmlns:q="urn:q"  q:a='2' a = "  two  words ">`,
          )
          .replace('Operator of EL', '<![CDATA[<Operator> & co]]> of&#xD; &amp; EL 𐀀 ῥ')
          .replace(
            '<PointersToOtherTSL></PointersToOtherTSL>',
            '<PointersToOtherTSL /><x:e xmlns:x="urn:x" xmlns=""><inner xmlns="urn:y"><x:e xmlns:x="urn:z"/></inner></x:e>',
          );
        writeFileSync(
          at('plain.xml'),
          `<?xml version="1.0" encoding="UTF-8"?>\n<?style sheet?>\n${ugly}\n<?after all?>\n`,
        );
        writeFileSync(at('properties.xml'), properties);
        writeFileSync(at('key.der'), signer.pkcs8);
        writeFileSync(at('signer.der'), signer.certificate);
        java('sign', 'plain.xml', 'key.der', 'signer.der', 'properties.xml', canonicalisation, 'signed.xml');
        const bytes = readFileSync(at('signed.xml'));
        expect((await read(bytes)).operator).toBe('<Operator> & co of\r & EL 𐀀 ῥ');
        const changed = Buffer.from(bytes.toString('utf8').replace('  two  words', '  two words'));
        await expect(read(changed)).rejects.toMatchObject({ code: 'signature_invalid' });
      },
    );
  },
);
