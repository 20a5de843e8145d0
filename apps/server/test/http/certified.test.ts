import type { DocumentAnswer, ErrorAnswer, FreePlacesAnswer, SignAnswer } from '@websign/contract';
import { draftSignature, finishSignature } from '@websign/pades';
import { openPdf, prepareSignature, signatureFields } from '@websign/pdf';
import { nodePorts } from '@websign/ports';
import { documentObjects, TEST_NOW, writePdf } from '@websign/testkit';
import { describe, expect, test } from 'vitest';
import { freshCode, pki } from './harness.ts';
import { served } from './served.ts';

const place = served();

const ports = nodePorts();
const area = '[100 100 300 160]';
/** Needs a property of the signature that we do not make. */
const seeded = '/SV<</Type/SV/Ff 4/V 1>>';
const oneDigest = '/SV<</Type/SV/Ff 64/DigestMethod[/SHA256]>>';

interface Field {
  name: string;
  rect?: string;
  entries?: string;
  flags?: number;
  /** The form has it, but no page. */
  isUnlisted?: boolean;
}

/** Certified; each of its pages lists an empty signature field for each entry. */
async function certified(fields: Field[], pages = 1, certify: 1 | 2 = 2): Promise<Uint8Array> {
  const refsOf = (some: Field[]) => some.map((field) => `${100 + fields.indexOf(field)} 0 R`).join(' ');
  const refs = refsOf(fields);
  const listed = refsOf(fields.filter(({ isUnlisted }) => isUnlisted !== true));
  const bytes = writePdf({
    kind: 'table',
    objects: documentObjects({
      catalog: `/AcroForm<</Fields[${refs}]/SigFlags 1>>`,
      pages: Array.from({ length: pages }, () => ({ entries: `/Annots[${listed}]` })),
      more: fields.map(({ name, rect = area, entries = '', flags = 4 }, at) => ({
        number: 100 + at,
        body: `<</Type/Annot/Subtype/Widget/FT/Sig/T(${name})/Rect${rect}/P 4 0 R/F ${flags}${entries}>>`,
      })),
    }),
  });
  const prepared = await prepareSignature(openPdf(bytes, ports), {
    time: { epochMs: TEST_NOW, offsetMinutes: 0 },
    ...{ digestAlgorithm: 'SHA-256', contentsBytes: 12_000, certify },
  });
  const signer = pki.signers.p256;
  const algorithm = 'ecdsa-p256-sha256';
  const draft = draftSignature(prepared, { chain: signer.chain, algorithm }, ports);
  const { tail } = await finishSignature(
    prepared,
    draft,
    signer.sign(algorithm, draft.signedAttributes),
    ports,
  );
  return Buffer.concat([bytes, tail]);
}

/** One whose /Perms name a certification, P=2, that no field holds. */
function certifiedOutsideItsForm(): Uint8Array {
  const params = '/TransformParams<</Type/TransformParams/P 2/V/1.2>>';
  return writePdf({
    kind: 'table',
    objects: documentObjects({
      catalog: '/AcroForm<</Fields[100 0 R]/SigFlags 1>>/Perms<</DocMDP 101 0 R>>',
      pages: [{ entries: '/Annots[100 0 R]' }],
      more: [
        { number: 100, body: `<</Type/Annot/Subtype/Widget/FT/Sig/T(Approval)/Rect${area}/P 4 0 R/F 4>>` },
        {
          number: 101,
          body: `<</Type/Sig/Filter/Adobe.PPKLite/Reference[<</Type/SigRef/TransformMethod/DocMDP${params}>>]>>`,
        },
      ],
    }),
  });
}

async function signVisibly(fields: Parameters<typeof certified>[0]) {
  const maria = await place.person(0);
  const id = await maria.document(await certified(fields));
  const otp = freshCode(place.home, maria.account);
  const answer = await maria.sign<SignAnswer & ErrorAnswer>({ documents: [id], otp, visibility: true });
  return { answer, file: answer.status === 200 ? await maria.file(id) : undefined };
}

describe('a certified document', () => {
  test('SGN-6: the first empty field that can be filled is, whatever is wrong with those before it', async () => {
    const { answer, file } = await signVisibly([
      { name: 'Hidden', rect: '[0 0 0 0]' },
      { name: 'Seeded', entries: seeded },
      { name: 'Approval' },
      { name: 'Another' },
    ]);
    expect(answer.body).toMatchObject({ status: 'success' });
    const filled = signatureFields(openPdf(file ?? new Uint8Array(), ports))
      .filter(({ signature }) => signature)
      .map(({ name }) => name);
    expect(filled).toContain('Approval');
    expect(filled).toHaveLength(2);
  });

  test.each<[string, Omit<Field, 'name'>]>([
    ['hidden', { flags: 6 }],
    ['kept from the screen', { flags: 36 }],
    ['off the page', { rect: '[-500 -500 -300 -440]' }],
    ['on no page', { isUnlisted: true }],
    ['too thin to be seen', { rect: '[100 700 100.004 760]' }],
    ['far off its page', { rect: '[-2000000 50 300 160]' }],
    ['for one digest alone, before one for all', { entries: oneDigest }],
  ])('SGN-6 SGN-12: a field that is %s is neither told nor filled', async (_, field) => {
    const maria = await place.person(0);
    const id = await maria.document(
      await certified([{ name: 'Strange', rect: '[100 700 300 760]', ...field }, { name: 'Approval' }]),
    );
    const { body } = await maria.post<FreePlacesAnswer>('/api/free_places', { places: [{ document: id }] });
    expect(body.places[0]).toMatchObject({ status: 'field', placement: approval });
    const otp = freshCode(place.home, maria.account);
    await maria.sign<SignAnswer>({ documents: [id], otp, visibility: true });
    const { signatures } = (await maria.get<DocumentAnswer>(`/api/documents/${id}`)).body;
    expect(signatures.at(-1)?.field).toBe('Approval');
  });

  test('SGN-6 SGN-12: a field for the digest of the key is filled where there is no other', async () => {
    const { answer, file } = await signVisibly([{ name: 'Approval', entries: oneDigest }]);
    expect(answer.body).toMatchObject({ status: 'success' });
    const fields = signatureFields(openPdf(file ?? new Uint8Array(), ports));
    expect(fields.filter(({ signature }) => signature).map(({ name }) => name)).toContain('Approval');
  });

  const approval = { page: 1, x: 100, y: 100, width: 200, height: 60 };

  test('SGN-12 SGN-13: wherever the signature is wanted it stands in the field, and nobody is asked about another place', async () => {
    const maria = await place.person(0);
    const fields = [{ name: 'Seeded', entries: seeded, rect: '[10 700 90 760]' }, { name: 'Approval' }];
    const [id, other] = [
      await maria.document(await certified(fields)),
      await maria.document(await certified([])),
    ];
    const wanted = { ...approval, x: 300, y: 600 };
    const places = [
      { document: id, placement: wanted },
      { document: other, placement: wanted },
    ];
    const told = (await maria.post<FreePlacesAnswer>('/api/free_places', { places })).body.places;
    expect(told[0]).toEqual({
      ...{ document: id, status: 'field', placement: approval, opaque: true },
      ...{ cause: null, smaller: null, otherPage: null },
    });
    // One that takes no signature at all is told of as any other.
    expect(told[1]).toMatchObject({ status: 'free', placement: wanted });

    // The place that was wanted covers a field, which would have to be confirmed.
    const placement = { ...approval, x: 20, y: 710 };
    const otp = freshCode(place.home, maria.account);
    const placements = { [id]: placement, [other]: wanted };
    const asked = { documents: [id, other], otp, visibility: true, placements };
    const { body } = await maria.sign<SignAnswer>(asked);
    expect(body.documents.map(({ status, code }) => code ?? status)).toEqual([
      'success',
      'signing_not_permitted',
    ]);
    const { signatures } = (await maria.get<DocumentAnswer>(`/api/documents/${id}`)).body;
    expect(signatures.at(-1)?.field).toBe('Approval');
  });

  test('SGN-12: what is signed in a field takes the place of the field, and no other', async () => {
    const maria = await place.person(0);
    // Another field is left, so that the document can still be asked about.
    const fields = [{ name: 'Approval' }, { name: 'Seeded', entries: seeded, rect: '[10 700 90 760]' }];
    const id = await maria.document(await certified(fields));
    const otp = freshCode(place.home, maria.account);
    const placement = { ...approval, x: 300, y: 600 };
    expect((await maria.sign<SignAnswer>({ documents: [id], otp, visibility: true, placement })).status).toBe(
      200,
    );
    const ask = async (at: object) =>
      (await maria.post<FreePlacesAnswer>('/api/free_places', { places: [{ document: id, placement: at }] }))
        .body.places[0]?.status;
    expect(await ask(placement)).toBe('free');
    expect(await ask(approval)).toBe('moved');
  });

  test('SGN-6 SGN-12: a document whose certification is no field of its form is signed in its own field', async () => {
    const maria = await place.person(0);
    const id = await maria.document(certifiedOutsideItsForm());
    const { body } = await maria.post<FreePlacesAnswer>('/api/free_places', { places: [{ document: id }] });
    expect(body.places[0]).toMatchObject({ status: 'field', placement: approval });
    const otp = freshCode(place.home, maria.account);
    expect((await maria.sign<SignAnswer>({ documents: [id], otp, visibility: true })).status).toBe(200);
    const { signatures } = (await maria.get<DocumentAnswer>(`/api/documents/${id}`)).body;
    expect(signatures.map(({ field }) => field)).toEqual(['Approval']);
  });

  test('SGN-12: a field that two pages list stands on the first', async () => {
    const maria = await place.person(0);
    const bytes = await certified([{ name: 'Approval' }], 2);
    const [id, copy] = [await maria.document(bytes), await maria.document(bytes)];
    const { body } = await maria.post<FreePlacesAnswer>('/api/free_places', { places: [{ document: id }] });
    expect(body.places[0]).toMatchObject({ status: 'field', placement: approval });
    // Wherever it was wanted, on a page that there is not as well.
    const placement = { ...approval, page: 5 };
    for (const [document, more] of [
      [id, {}],
      [copy, { placement }],
    ] as const) {
      const otp = freshCode(place.home, maria.account);
      const { status } = await maria.sign({ documents: [document], otp, visibility: true, ...more });
      expect(status).toBe(200);
      const filled = signatureFields(openPdf(await maria.file(document), ports)).find(
        ({ name }) => name === 'Approval',
      );
      expect(filled).toMatchObject({ rect: [100, 100, 300, 160], signature: {} });
    }
  });

  test('SGN-12: of a document that takes no more signatures no place is told, and it is refused', async () => {
    const maria = await place.person(0);
    const id = await maria.document(await certified([{ name: 'Approval' }], 1, 1));
    const { body } = await maria.post<FreePlacesAnswer>('/api/free_places', { places: [{ document: id }] });
    expect(body.places[0]).toMatchObject({ status: 'unknown' });
    const otp = freshCode(place.home, maria.account);
    const answer = await maria.sign<SignAnswer & ErrorAnswer>({ documents: [id], otp, visibility: true });
    expect([answer.status, answer.body.error.code]).toEqual([409, 'document_locked']);
  });

  test('SGN-6: without a field that can be filled it does not permit the signature, and a bounded number is tried', async () => {
    const none = await signVisibly([]);
    expect([none.answer.status, none.answer.body.error.code]).toEqual([409, 'signing_not_permitted']);
    const names = Array.from({ length: 30 }, (_, at) => ({ name: `Seeded${at}`, entries: seeded }));
    const many = await signVisibly([...names, { name: 'Approval' }]);
    expect([many.answer.status, many.answer.body.error.code]).toEqual([409, 'signing_not_permitted']);
  });
});
