import { api, type DocumentAnswer, type SignAnswer, verifyAnswer } from '@websign/contract';
import {
  documentObjects,
  type TestCipher,
  type TestDocument,
  type TestObject,
  testEncryption,
  writePdf,
} from '@websign/testkit';
import { beforeAll, describe, expect, test } from 'vitest';
import { freshCode, type Person } from './harness.ts';
import { type Part, post } from './multipart.ts';
import { served } from './served.ts';

const place = served();
let maria: Person;
beforeAll(async () => {
  maria = await place.person(0);
});

/** /P: everything, or filling in alone, which is what the test's files permit by default. */
const ALL = { permissions: -4 };
const link = { number: 100, body: '<</S/GoToR/F(other.pdf)>>' };
const script = { number: 101, body: '<</S/JavaScript/JS(app.alert\\(1\\))>>' };
const field: TestDocument = {
  catalog: '/AcroForm<</Fields[102 0 R]/SigFlags 1>>',
  pages: [{ entries: '/Annots[102 0 R]' }],
  more: [
    {
      number: 102,
      body: '<</Type/Annot/Subtype/Widget/FT/Sig/T(Approval)/Rect[100 100 300 160]/P 4 0 R/F 4>>',
    },
  ],
};

const encrypted = (
  document: TestDocument,
  options: Parameters<typeof testEncryption>[1] = {},
  cipher: TestCipher = 'aes256',
): Uint8Array =>
  writePdf({
    kind: 'objstm',
    objects: documentObjects(document),
    encryption: testEncryption(cipher, options),
  });
const uploadBytes = async (bytes: Uint8Array) => {
  const parts: Part[] = [
    { name: 'sessionId', value: maria.sessionId },
    { name: 'groupId', value: '61' },
    { name: 'document', filename: 'locked away.pdf', bytes },
  ];
  return (await post(place.url, parts)).body;
};
const upload = (more: TestObject[], options: Parameters<typeof testEncryption>[1] = {}) =>
  uploadBytes(encrypted({ more }, options));

describe('upload of an encrypted file', () => {
  test('UP-6 ENC-1 one whose owner permits no signature is refused for it, with what was found in it', async () => {
    const { status, code, document, error, documents } = await upload([link]);
    expect({ status, code, document }).toEqual({
      status: 'error',
      code: 'signing_not_permitted',
      document: null,
    });
    expect(error).toMatchObject({ has_js: false, has_signatures: false });
    expect(documents[0]?.findings.map(({ kind }) => kind)).toEqual(['remote_goto']);
  });

  test('ENC-1 one whose /Perms say something else than /P is refused as broken', async () => {
    const encryption = testEncryption('aes256', ALL);
    const body = String(encryption.dictionary.body).replace('/P -4', '/P -1028');
    const dictionary = { ...encryption.dictionary, body };
    const objects = documentObjects();
    const lying = writePdf({ kind: 'table', objects, encryption: { ...encryption, dictionary } });
    expect((await uploadBytes(lying)).code).toBe('pdf_broken');
  });

  test('MAP-5 one with a script is refused for the script', async () => {
    const { code, error } = await upload([link, script], ALL);
    expect(code).toBe('security_issues');
    expect(error).toMatchObject({ has_js: true });
  });

  test('UP-6 one that asks for a password is refused unread', async () => {
    const { code, error, documents } = await upload([script], { password: 'secret' });
    expect({ code, error }).toEqual({ code: 'pdf_encrypted', error: null });
    expect(documents[0]?.findings).toEqual([]);
  });
});

describe('signing an encrypted file', () => {
  async function signed(bytes: Uint8Array, visibility: boolean) {
    const id = await maria.document(bytes);
    const otp = freshCode(place.home, maria.account);
    const { body } = await maria.sign<SignAnswer>({ documents: [id], otp, visibility, reason: 'Έγκριση' });
    expect(body).toMatchObject({ status: 'success' });
    const file = await maria.file(id);
    expect(Buffer.from(file.subarray(0, bytes.length)).equals(bytes)).toBe(true);
    const { signatures } = (await maria.get<DocumentAnswer>(`/api/documents/${id}`)).body;
    return { id, file, fields: signatures.map(({ field }) => field) };
  }

  test.each<[TestCipher, boolean]>([
    ['rc4_40', true],
    ['aes128', false],
    ['aes256', true],
  ])('ENC-1 %s, to be seen: %s; it verifies as any other', async (cipher, visibility) => {
    const { file } = await signed(encrypted({}, ALL, cipher), visibility);
    const body = new FormData();
    body.append('document', new Blob([new Uint8Array(file)], { type: 'application/pdf' }), 'signed.pdf');
    const answer = verifyAnswer.parse((await maria.call(api.verify, { method: 'POST', body })).body);
    const [made] = answer.documents[0]?.signatures ?? [];
    // Nobody answers here for the certificates; all that rests on the file is as it should be.
    const found = new Map((made?.steps ?? []).map(({ block, outcome }) => [block, outcome]));
    expect(['format', 'cryptographic', 'changes'].map((block) => found.get(block))).toEqual(
      Array.from({ length: 3 }, () => 'passed'),
    );
    expect(made?.reason).toBe('Έγκριση');
  });

  test.each([true, false])(
    'ENC-1 where fields alone may be filled, in a field (to be seen: %s)',
    async (visibility) => {
      const bytes = encrypted(field);
      const { fields, file } = await signed(bytes, visibility);
      expect(fields).toEqual(['Approval']);
      expect((await uploadBytes(file)).code).toBe('signing_not_permitted');
    },
  );
});
