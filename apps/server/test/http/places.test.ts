import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import type {
  DocumentAnswer,
  ErrorAnswer,
  FreePlacesAnswer,
  OccupiedAnswer,
  Placement,
  SignAnswer,
} from '@websign/contract';
import { formFields, openPdf } from '@websign/pdf';
import { nodePorts } from '@websign/ports';
import { documentObjects, writePdf } from '@websign/testkit';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { RunningServer } from '../../src/main.ts';
import { freshCode, Person, startTest, type TestHome, testHome } from './harness.ts';

/** Pages of 595 × 842 that show these contents. */
const pdf = (...contents: string[]) =>
  writePdf({
    kind: 'table',
    objects: documentObjects({
      pages: contents.map((content) => ({ content })),
    }),
  });
const line = (x: number, y: number, text = 'Signed in Athens for the ministry') =>
  `BT /F1 12 Tf ${x} ${y} Td (${text}) Tj ET`;
const lines = Array.from({ length: 64 }, (_, at) => line(30, 42 + at * 12, 'word '.repeat(17))).join(' ');
/** Bottom right of the last page. */
const preset = { x: 349, y: 36, width: 210, height: 72 };

let home: TestHome;
let server: RunningServer;
let maria: Person;
beforeAll(async () => {
  home = await testHome();
  server = await startTest(home);
  maria = await Person.at(server.url, home.accounts[0]);
});
afterAll(async () => {
  await server?.close();
  await home?.remove();
});

const ask = (places: unknown, person = maria) =>
  person.post<FreePlacesAnswer>('/api/free_places', { places });
async function placeOf(document: string, placement?: object) {
  const { status, body } = await ask([{ document, ...(placement ? { placement } : {}) }]);
  expect(status).toBe(200);
  return body.places[0];
}

/** Rectangles of the widgets that a file shows, from the last to the first. */
const rects = (bytes: Uint8Array): number[][] =>
  [
    ...Buffer.from(bytes)
      .toString('latin1')
      .matchAll(/\/Rect ?\[([^\]]*)\]/g),
  ]
    .map(([, numbers = '']) => numbers.trim().split(/\s+/).map(Number))
    .reverse();

/** The content stream of the appearance of the signature that was made last. */
function lastLook(file: Uint8Array): string {
  const opened = openPdf(file, nodePorts());
  const widget = formFields(opened).at(-1)?.widgets.at(-1)?.dict;
  const look = opened.resolve(opened.dict(widget?.entries.get('AP'))?.entries.get('N'));
  if (look?.type !== 'stream') throw new Error('the signature has no appearance');
  return Buffer.from(opened.decoded(look)).toString('latin1');
}

describe('free places', () => {
  test('SGN-12: the default preset of the last page, where it covers nothing', async () => {
    const document = await maria.document(pdf(line(72, 700), line(72, 700)));
    expect(await placeOf(document)).toEqual({
      ...{ document, status: 'free', placement: { page: 2, ...preset } },
      ...{ opaque: true, cause: null, smaller: null, otherPage: null },
    });
  });

  test('SGN-12: the nearest free place, where something stands there', async () => {
    const document = await maria.document(pdf(line(360, 60)));
    const found = await placeOf(document);
    expect(found?.status).toBe('moved');
    // The text stands from 57 to 72 points high; above it is nearer than left of it.
    expect(found?.placement).toMatchObject({ page: 1, x: 349, width: 210, height: 72 });
    expect(found?.placement.y).toBeGreaterThan(69);
    expect(found?.placement.y).toBeLessThan(80);
  });

  test('SGN-12: where nothing of that size is free a smaller place and another page are told', async () => {
    const document = await maria.document(pdf(line(72, 700), lines, lines));
    const found = await placeOf(document);
    expect(found).toMatchObject({ status: 'full', placement: { page: 3, ...preset }, cause: null });
    expect(found?.smaller).toMatchObject({ page: 3, height: 24 });
    expect(found?.otherPage).toEqual({ page: 1, ...preset });
  });

  test('SGN-12: a page that a picture covers says so, and counts as taken', async () => {
    const scan = 'q 595 0 0 842 0 0 cm BI /W 2 /H 1 /BPC 8 /CS /G /F /AHx ID 0080> EI Q';
    const found = await placeOf(await maria.document(pdf(scan)));
    expect(found).toMatchObject({ status: 'full', cause: 'picture', smaller: null, otherPage: null });
  });

  test('SGN-12: a page between the first and the last is read when it is asked for', async () => {
    const document = await maria.document(pdf('', line(360, 60), ''));
    expect(await placeOf(document, { page: 2, ...preset })).toMatchObject({ status: 'moved' });
    expect(await placeOf(document, { page: 2, ...preset, y: 400 })).toMatchObject({ status: 'free' });
  });

  test('SGN-12: so is a document that was uploaded before this was kept', async () => {
    const document = await maria.document(pdf(line(360, 60)));
    const database = new DatabaseSync(join(home.folder, 'data', 'websign.db'));
    database.prepare(`UPDATE documents SET "occupancyJson" = 'null' WHERE id = ?`).run(document);
    database.close();
    expect(await placeOf(document)).toMatchObject({ status: 'moved' });
  });

  test('SGN-12: a signature made here takes its place', async () => {
    const document = await maria.document(pdf(line(72, 700)));
    await maria.sign({ documents: [document], otp: freshCode(home, maria.account), visibility: true });
    expect(await placeOf(document)).toMatchObject({ status: 'moved' });
  });

  test('SGN-12: whether the stamp has its ground: always, but over letters that others signed', async () => {
    const box = '0.5 g 40 500 300 120 re f';
    const document = await maria.document(pdf(`${box} ${line(40, 300)}`));
    const over = {
      letters: { page: 1, x: 30, y: 270, width: 210, height: 72 },
      box: { page: 1, x: 60, y: 520, width: 210, height: 72 },
      nothing: { page: 1, x: 349, y: 680, width: 150, height: 60 },
    };
    const grounds = async () => ({
      letters: (await placeOf(document, over.letters))?.opaque,
      box: (await placeOf(document, over.box))?.opaque,
      nothing: (await placeOf(document, over.nothing))?.opaque,
    });
    expect(await grounds()).toEqual({ letters: true, box: true, nothing: true });
    await maria.sign({ documents: [document], otp: freshCode(home, maria.account), visibility: false });
    expect(await grounds()).toEqual({ letters: false, box: true, nothing: true });
    expect(await placeOf(document, over.letters)).toMatchObject({ status: 'moved', cause: null });

    // What was told is what is signed: `1 g` paints the ground.
    const looks = async (placement: Placement) => {
      const otp = freshCode(home, maria.account);
      await maria.sign({ documents: [document], otp, visibility: true, placement });
      return lastLook(await maria.file(document));
    };
    expect(await looks(over.box)).toMatch(/^q\n1 g /);
    expect(await looks(over.letters)).not.toMatch(/^q\n1 g /);
  });

  test('SGN-12: what is taken on a page is told as areas', async () => {
    const document = await maria.document(pdf('0 g 100 200 40 20 re f'));
    const { body } = await maria.get<OccupiedAnswer>(`/api/documents/${document}/occupied?page=1`);
    expect(body.cause).toBeNull();
    const [[x0, y0, x1, y1] = [0, 0, 0, 0]] = body.areas ?? [];
    expect(body.areas).toHaveLength(1);
    for (const [is, near] of [
      [x0, 100],
      [y0, 200],
      [x1, 140],
      [y1, 220],
    ] as const)
      expect(Math.abs(is - near)).toBeLessThan(4);
    expect(
      (await maria.get<OccupiedAnswer>(`/api/documents/${document}/occupied?page=2`)).body.areas,
    ).toBeNull();
  });

  test('SGN-12: of many calls of one signer at once some are told to come again', async () => {
    // Their second pages are read in the sandbox, which takes its time.
    const [one, other] = [
      await maria.document(pdf('', line(72, 100), '')),
      await maria.document(pdf('', line(72, 90), '')),
    ];
    const many = <T>(call: () => Promise<T>) => Promise.all(Array.from({ length: 40 }, call));
    const answers = [
      await many(() => ask([{ document: one, placement: { page: 2, ...preset } }])),
      await many(() => maria.get<OccupiedAnswer>(`/api/documents/${other}/occupied?page=2`)),
    ];
    for (const statuses of answers.map((all) => all.map(({ status }) => status))) {
      expect(new Set(statuses)).toEqual(new Set([200, 429]));
    }
    expect((await ask([{ document: one }])).status).toBe(200);
  });

  test("SGN-12: other people's documents are not found, and a place beyond the page is refused (SGN-3)", async () => {
    const document = await maria.document(pdf(''));
    const nikos = await Person.at(server.url, home.accounts[1]);
    expect((await ask([{ document }], nikos)).status).toBe(404);
    expect((await nikos.get(`/api/documents/${document}/occupied?page=1`)).status).toBe(404);
    const placement = { page: 1, ...preset, x: 500 };
    const { status, body } = await maria.post<ErrorAnswer>('/api/free_places', {
      places: [{ document, placement }],
    });
    expect([status, body.error.code]).toEqual([400, 'position_out_of_bounds']);
    expect((await ask([])).status).toBe(400);
    expect((await ask([{ document }], new Person(server.url, maria.account))).status).toBe(401);
  });
});

describe('signing', () => {
  const sign = (documents: string[], more: object = {}) =>
    maria.sign<SignAnswer & ErrorAnswer>({
      documents,
      otp: freshCode(home, maria.account),
      visibility: true,
      ...more,
    });
  const outcomes = ({ documents }: SignAnswer) => documents.map(({ status, code }) => code ?? status);

  test('SGN-2: without a placement a signature stands beside what the preset would cover', async () => {
    const document = await maria.document(pdf(line(360, 60)));
    const wanted = await placeOf(document);
    expect((await sign([document])).status).toBe(200);
    const [rect = []] = rects(await maria.file(document));
    expect(rect[1]).toBeCloseTo(wanted?.placement.y ?? 0, 1);
    expect(rect[1]).toBeGreaterThan(69);
  });

  test('SGN-13: of a group no document is stamped over what it shows before its place was confirmed', async () => {
    const [empty, low, full] = [
      await maria.document(pdf('')),
      await maria.document(pdf(line(360, 60))),
      await maria.document(pdf(lines)),
    ];
    const documents = [empty, low, full];
    const placement = { page: 1, ...preset };
    const refused = await sign(documents, { placement });
    expect(refused.status).toBe(200);
    expect(outcomes(refused.body)).toEqual(['success', 'place_unconfirmed', 'place_unconfirmed']);

    // Where none is left it is an error, and no code is asked for.
    const alone = await sign([low, full], { placement, otp: '0' });
    expect([alone.status, alone.body.error.code]).toEqual([409, 'place_unconfirmed']);

    // Nothing is looked at for a name that is not the signer's own.
    const other = await sign([low, full], { placement, username: home.accounts[1]?.username });
    expect([other.status, other.body.error.code]).toEqual([400, 'wrong_credentials']);

    const seen = await sign([low, full], { placement, confirmedPlaces: [full] });
    expect(outcomes(seen.body)).toEqual(['place_unconfirmed', 'success']);
    // By itself a document is signed where the caller says.
    expect((await sign([low], { placement })).status).toBe(200);
  });

  test('SGN-13: without placements each takes a free place, and only the full one waits', async () => {
    const documents = [await maria.document(pdf(line(360, 60))), await maria.document(pdf(lines))];
    expect(outcomes((await sign(documents)).body)).toEqual(['success', 'place_unconfirmed']);
  });

  test('SGN-13: one signature of several may be left unseen', async () => {
    const documents = [await maria.document(pdf('')), await maria.document(pdf(lines))];
    const [, full = ''] = documents;
    expect(outcomes((await sign(documents, { invisible: [full] })).body)).toEqual(['success', 'success']);
    expect(rects(await maria.file(full))[0]).toEqual([0, 0, 0, 0]);
    const facts = (await maria.get<DocumentAnswer>(`/api/documents/${full}`)).body;
    expect(facts.signatures).toHaveLength(1);
    // What is said of a document that is not among them is refused.
    const other = await maria.document(pdf(''));
    expect((await sign([other], { invisible: [full] })).status).toBe(404);
    expect((await sign([other], { confirmedPlaces: [full] })).status).toBe(404);
  });
});
