import { parseCertificate } from '@websign/pki';
import { nodePorts } from '@websign/ports';
import {
  certDigest,
  LIST_ID,
  type ListSigning,
  listText,
  makeTestPki,
  signList,
  TEST_NOW,
} from '@websign/testkit';
import { describe, expect, test } from 'vitest';
import { readTrustedList, TrustError, type TrustErrorCode } from '../src/index.ts';

const pki = makeTestPki();
const ports = nodePorts();
const signer = pki.signers.p256;
const DAY = 24 * 3600 * 1000;
const granted = 'http://uri.etsi.org/TrstSvc/TrustedList/Svcstatus/granted';
const EXCLUSIVE = 'http://www.w3.org/2001/10/xml-exc-c14n#';
const ENVELOPED = 'http://www.w3.org/2000/09/xmldsig#enveloped-signature';

const textOf = (certificate: Uint8Array, between = '') =>
  listText({
    kind: 'national',
    territory: 'EL',
    issued: TEST_NOW - DAY,
    between,
    providers: [
      {
        name: 'P',
        services: [{ certificates: [certificate], states: [{ status: granted, from: TEST_NOW - DAY }] }],
      },
    ],
  });
const text = textOf(pki.intermediate.certificate);
/** The same list with the attacker's authority in it. */
const evil = textOf(pki.stranger.certificate);
const good = signList(text, signer);
const signed = (options: ListSigning) => signList(text, signer, options);

const read = (list: string | Uint8Array, expected = {}) =>
  readTrustedList(
    typeof list === 'string' ? Buffer.from(list) : list,
    { kind: 'national', territory: 'EL', signers: [signer.certificate], ...expected },
    ports,
  );

async function refusal(reading: Promise<unknown>): Promise<TrustErrorCode | 'accepted'> {
  try {
    await reading;
    return 'accepted';
  } catch (error) {
    if (error instanceof TrustError) return error.code;
    throw error;
  }
}

const signatureOf = (list: string) => /<ds:Signature .*<\/ds:Signature>/s.exec(list)?.[0] ?? '';
const inner = (list: string) =>
  list.replace(/^<TrustServiceStatusList [^>]*>/, '').replace(/<\/[^<>]+>$/, '');
const root = (id: string, content: string) =>
  `<TrustServiceStatusList xmlns="http://uri.etsi.org/02231/v2#" Id="${id}">${content}</TrustServiceStatusList>`;

describe('signature wrapping', () => {
  test.each<[string, string]>([
    [
      'the signed list moved into an extension of another',
      root('evil', `${inner(evil)}<Extension>${text}</Extension>${signatureOf(good)}`),
    ],
    ['… with the signature in the moved list', root('evil', `${inner(evil)}<Extension>${good}</Extension>`)],
    [
      '… with the Id of the list twice',
      root(LIST_ID, `${inner(evil)}<Extension>${text}</Extension>${signatureOf(good)}`),
    ],
    [
      'the signed list moved into an Object of the signature',
      root(
        'evil',
        `${inner(evil)}${signatureOf(good).replace('</ds:Signature>', `<ds:Object>${text}</ds:Object></ds:Signature>`)}`,
      ),
    ],
    [
      '… with the Id on another kind of attribute',
      root(
        LIST_ID,
        `${inner(evil)}${signatureOf(good).replace('</ds:Signature>', `<ds:Object>${text.replace(' Id=', ' ID=')}</ds:Object></ds:Signature>`)}`,
      ),
    ],
    ['two signatures', good.replace(/(<\/[^<>]+>)$/, `${signatureOf(good)}$1`)],
    [
      'a signature inside another part',
      text.replace('</SchemeInformation>', `${signatureOf(good)}</SchemeInformation>`),
    ],
    ['a second SignedInfo', good.replace(/(<ds:SignedInfo.*<\/ds:SignedInfo>)/s, '$1$1')],
    [
      'a SignedInfo that comes second',
      good.replace(/(<ds:SignedInfo.*<\/ds:SignedInfo>)(<ds:SignatureValue.*<\/ds:SignatureValue>)/s, '$2$1'),
    ],
    [
      'a second SignedProperties',
      good.replace(/(<xades:SignedProperties.*<\/xades:SignedProperties>)/s, '$1$1'),
    ],
    ['no signature', text],
  ])('%s', async (_, list) => {
    expect(list).not.toBe(good);
    expect(await refusal(read(list))).toBe('signature_form');
  });

  test.each<[string, ListSigning, TrustErrorCode]>([
    ['a reference to another document', { uri: 'http://127.0.0.1/list.xml' }, 'signature_form'],
    ['a reference to an Id that is not there', { uri: '#nothing' }, 'signature_form'],
    ['an XPointer', { uri: '#xpointer(/)' }, 'signature_form'],
    [
      'a transform that drops content',
      { transforms: [ENVELOPED, 'http://www.w3.org/TR/1999/REC-xpath-19991116'] },
      'signature_algorithm',
    ],
    ['XSLT', { transforms: ['http://www.w3.org/TR/1999/REC-xslt-19991116', EXCLUSIVE] }, 'signature_form'],
    ['a third transform', { transforms: [ENVELOPED, EXCLUSIVE, EXCLUSIVE] }, 'signature_form'],
    ['no transform', { transforms: [] }, 'signature_form'],
    ['no reference to the signed properties', { bare: true }, 'signature_form'],
    ['comments kept', { transforms: [ENVELOPED, `${EXCLUSIVE}WithComments`] }, 'signature_algorithm'],
    ['SignedInfo with comments', { canonicalisation: `${EXCLUSIVE}WithComments` }, 'signature_algorithm'],
    ['RSA with SHA-1', { method: 'http://www.w3.org/2000/09/xmldsig#rsa-sha1' }, 'signature_algorithm'],
    ['HMAC', { method: 'http://www.w3.org/2001/04/xmldsig-more#hmac-sha256' }, 'signature_algorithm'],
    [
      'a digest with SHA-1',
      { digestMethod: 'http://www.w3.org/2000/09/xmldsig#sha1' },
      'signature_algorithm',
    ],
    ['another list digested', { digested: evil }, 'signature_invalid'],
    ['another certificate named', { names: pki.stranger.certificate }, 'signature_signer'],
    [
      'another certificate named by SHA-1',
      { names: pki.stranger.certificate, nameDigest: 'sha1' },
      'signature_signer',
    ],
    ['the signer named by MD5', { nameDigest: 'md5' }, 'signature_algorithm'],
    [
      'a second CertDigest, of another certificate',
      { alsoNamed: certDigest(pki.stranger.certificate, 'sha256') },
      'signature_form',
    ],
    [
      'a second CertDigest, of the signer',
      { names: pki.stranger.certificate, alsoNamed: certDigest(signer.certificate, 'sha1') },
      'signature_form',
    ],
    [
      'SHA-1 for the name and for the list',
      { nameDigest: 'sha1', digestMethod: 'http://www.w3.org/2000/09/xmldsig#sha1' },
      'signature_algorithm',
    ],
  ])('%s, signed by the right key', async (_, options, code) => {
    expect(await refusal(read(signed(options)))).toBe(code);
  });

  test('the signer named by SHA-1 is no harm: it is the very certificate that may sign, octet by octet', async () => {
    expect(await refusal(read(signed({ nameDigest: 'sha1' })))).toBe('accepted');
  });

  test('a further reference to another part of the list, or twice to the list', async () => {
    const reference = /<ds:Reference .*?<\/ds:Reference>/s.exec(good)?.[0] ?? '';
    expect(await refusal(read(signed({ references: reference })))).toBe('signature_form');
    const many = Array.from({ length: 9 }, () => reference).join('');
    expect(await refusal(read(signed({ references: many })))).toBe('signature_form');
  });
});

/** Where the BIT STRING of a certificate's signature, which comes last, tells how many bits are unused. */
const unusedBitsAt = (der: Uint8Array) => der.length - parseCertificate(der).signature.length - 1;

describe('who signed', () => {
  const stranger = pki.stranger;
  test.each<[string, string, TrustErrorCode]>([
    ['a stranger', signList(text, stranger), 'signature_signer'],
    [
      'a stranger who brings the right certificate',
      signList(text, stranger, { certificates: [signer.certificate], names: signer.certificate }),
      'signature_invalid',
    ],
    [
      'a stranger who brings both',
      signList(text, stranger, { certificates: [stranger.certificate, signer.certificate] }),
      'signature_invalid',
    ],
    ['nobody whose certificate is there', signed({ certificates: [] }), 'signature_signer'],
    [
      'another of its own authority',
      signList(text, pki.signers.p384, { algorithm: 'ecdsa-p384-sha384' }),
      'signature_signer',
    ],
  ])('%s', async (_, list, code) => {
    expect(await refusal(read(list))).toBe(code);
  });

  test('a certificate whose own signature value is malformed: it is trusted by name, not for its issuer', async () => {
    const certificate = signer.certificate.slice();
    certificate[unusedBitsAt(certificate)] = 1;
    const list = signList(text, { ...signer, certificate });
    expect(await refusal(read(list, { signers: [certificate] }))).toBe('accepted');
    expect(await refusal(read(list))).toBe('signature_signer');
  });

  test('a certificate that was not valid when the list was issued', async () => {
    for (const issued of [TEST_NOW - 800 * DAY, TEST_NOW + 800 * DAY]) {
      const list = signList(listText({ kind: 'national', territory: 'EL', issued }), signer);
      expect(await refusal(read(list))).toBe('signature_signer');
    }
  });

  test('nobody may sign where no signer is known', async () => {
    expect(await refusal(read(good, { signers: [] }))).toBe('signature_signer');
  });
});

describe('what is read is what was signed', () => {
  test('comments inside values change neither digest nor value', async () => {
    const list = await read(good.replace('Operator of EL', 'Operator<!-- evil --> of EL'));
    expect(list.operator).toBe('Operator of EL');
    const cut = await read(good.replace('>EL</SchemeTerritory>', '>E<!---->L</SchemeTerritory>'));
    expect(cut.territory).toBe('EL');
  });

  test('comments inside digest and signature values are no way around them', async () => {
    const digest = /<ds:DigestValue[^>]*>([^<]+)</.exec(good)?.[1] ?? '';
    const other = good.replace(digest, `<!--${digest}-->AAAA`).replace('Operator of', 'Attacker of');
    expect(await refusal(read(other))).toBe('signature_invalid');
  });

  test('any change of a covered character is found', async () => {
    const cut = good.indexOf('<ds:Signature ');
    for (let at = 60; at < cut; at += 97) {
      const letter = good[at] === 'a' ? 'b' : 'a';
      const changed = `${good.slice(0, at)}${letter}${good.slice(at + 1)}`;
      if (changed !== good) expect(await refusal(read(changed)), `at ${at}`).not.toBe('accepted');
    }
  });

  test('instructions are signed as well', async () => {
    const withOne = textOf(pki.intermediate.certificate, '<?note one?>');
    const list = signList(withOne, signer);
    expect(await refusal(read(list))).toBe('accepted');
    expect(await refusal(read(list.replace('note one', 'note two')))).toBe('signature_invalid');
  });
});

describe('hostile XML', () => {
  const before = (prolog: string) => `${prolog}${good}`;
  test.each<[string, string | Uint8Array, TrustErrorCode]>([
    ['a document type', before('<!DOCTYPE TrustServiceStatusList>'), 'xml_doctype'],
    ['entities', before('<!DOCTYPE x [<!ENTITY a "aaaa"><!ENTITY b "&a;&a;">]>'), 'xml_doctype'],
    ['an outer entity', before('<!DOCTYPE x SYSTEM "file:///etc/passwd">'), 'xml_doctype'],
    ['an entity that nobody declared', good.replace('Operator of', '&a;'), 'xml_malformed'],
    ['two roots', `${good}${good}`, 'xml_malformed'],
    ['text after the root', `${good}x`, 'xml_malformed'],
    ['another encoding', before('<?xml version="1.0" encoding="ISO-8859-7"?>'), 'xml_malformed'],
    ['XML 1.1', before('<?xml version="1.1"?>'), 'xml_malformed'],
    [
      'octets that are not UTF-8',
      Buffer.concat([Buffer.from(good.slice(0, 200)), Buffer.of(0xff), Buffer.from(good.slice(200))]),
      'xml_malformed',
    ],
    ['UTF-16', Buffer.from(`\ufeff${good}`, 'utf16le'), 'xml_malformed'],
    ['nothing', '', 'xml_malformed'],
    ['depth', `${'<a>'.repeat(100)}${'</a>'.repeat(100)}`, 'xml_limit'],
    ['elements', `<a>${'<b/>'.repeat(600_001)}</a>`, 'xml_limit'],
    ['attributes', `<a ${Array.from({ length: 65 }, (_, i) => `a${i}="1"`).join(' ')}/>`, 'xml_limit'],
    ['octets', new Uint8Array(32 * 1024 * 1024 + 1).fill(0x20), 'xml_limit'],
    ['an attribute twice', good.replace('TSLTag=', 'Id="b" TSLTag='), 'xml_malformed'],
    [
      'a prefix without its namespace',
      good.replace('<SchemeInformation>', '<x:y/><SchemeInformation>'),
      'xml_malformed',
    ],
    ['another document', '<html/>', 'signature_form'],
  ])('%s', async (_, list, code) => {
    expect(await refusal(read(list))).toBe(code);
  });

  test('a byte order mark and an XML declaration are fine', async () => {
    expect(
      await refusal(read(`\ufeff<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n${good}\n`)),
    ).toBe('accepted');
  });
});

describe('another list than was asked for', () => {
  const spec = { kind: 'national', territory: 'EL', issued: TEST_NOW - DAY } as const;
  test.each<[string, Parameters<typeof listText>[0], TrustErrorCode]>([
    ['of another territory', { ...spec, territory: 'DE' }, 'list_territory'],
    ['of lists', { ...spec, kind: 'lotl' }, 'list_type'],
    ['of a version to come', { ...spec, version: 9 }, 'list_type'],
    ['of a country that is none', { ...spec, territory: 'Greece' }, 'list_malformed'],
    ['with a number that is none', { ...spec, sequence: -1 }, 'list_malformed'],
  ])('%s', async (_, other, code) => {
    expect(await refusal(read(signList(listText(other), signer)))).toBe(code);
  });

  test('another root in the place of the list', async () => {
    const other = `<Other xmlns="http://uri.etsi.org/02231/v2#" Id="${LIST_ID}"></Other>`;
    expect(await refusal(read(signList(other, signer)))).toBe('list_malformed');
  });
});
