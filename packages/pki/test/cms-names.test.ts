import { createHash } from 'node:crypto';
import { draftCms, parseCertificate, parseSignedData, signedBytes, verifySigner } from '@websign/pki';
import { nodePorts } from '@websign/ports';
import { makeTestPki } from '@websign/testkit';
import { expect, test } from 'vitest';
import { explicit, octetString, oid, sequence, setOf, tlv } from '../src/asn1/writer.ts';
import { assembleSignedData } from '../src/cms/assemble.ts';
import { attribute, signingCertificateV2 } from '../src/cms/attributes.ts';
import { OID } from '../src/oids.ts';

const ports = nodePorts();
const { p256 } = makeTestPki().signers;
const algorithm = 'ecdsa-p256-sha256';
const content = Buffer.from('the bytes that are signed');
const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest();

/** A CMS that names its certificate by this attribute. */
function cmsBy(binding: Uint8Array): Uint8Array {
  const digest = sha256(content);
  const signedAttributes = setOf(
    attribute(OID.contentType, oid(OID.data)),
    attribute(OID.messageDigest, octetString(digest)),
    binding,
  );
  const { chain } = p256;
  const draft = draftCms({ digest, digestAlgorithm: 'SHA-256', chain, algorithm }, ports);
  return assembleSignedData({ ...draft, signedAttributes }, p256.sign(algorithm, signedAttributes), {
    content: sequence(oid(OID.data)),
    unsignedAttributes: [],
    version: 1,
    certificates: chain,
  });
}

async function verdict(cms: Uint8Array): Promise<string> {
  const data = parseSignedData(cms);
  const [signer] = data.signers;
  if (signer === undefined) return 'no signer';
  const options = { requireSigningCertificate: true };
  const found = await verifySigner(data, signer, signedBytes(content, ports), ports, options);
  return found.integrity === 'intact' ? 'intact' : found.reason;
}

test('RFC 5280 §7.1: names in other spellings name the same issuer, in signing-certificate and in the identifier', async () => {
  const { issuer, serial } = parseCertificate(p256.certificate);
  const spelled = (from: string, to: string) => {
    const hex = Buffer.from(issuer.der).toString('hex');
    const [utf8, other] = [from, to].map((text) => Buffer.from(text, 'latin1').toString('hex')) as [
      string,
      string,
    ];
    expect(hex).toContain(utf8);
    return Buffer.from(hex.replace(utf8, other), 'hex');
  };
  // UTF8String as PrintableString, and other cases.
  const spellings = [spelled('\x0c\x0cWebSign', '\x13\x0cWebSign'), spelled('WebSign Test', 'WEBSIGN test')];
  for (const name of spellings) {
    const issuerSerial = sequence(sequence(explicit(4, name)), tlv(0x02, serial));
    const certId = sequence(octetString(sha256(p256.certificate)), issuerSerial);
    const ess = attribute(OID.signingCertificateV2, sequence(sequence(certId)));
    expect(await verdict(cmsBy(ess))).toBe('intact');
    const cms = Buffer.from(cmsBy(signingCertificateV2(p256.certificate, 'SHA-256', ports)));
    const at = cms.lastIndexOf(issuer.der);
    cms.set(name, at);
    expect(await verdict(cms)).toBe('intact');
    cms.set(
      Buffer.from('WebSign Tort'),
      cms.lastIndexOf(name) + name.indexOf(/websign test/i.exec(name.toString('latin1'))?.[0] ?? ''),
    );
    expect(await verdict(cms)).toBe('certificate_missing');
  }
});
