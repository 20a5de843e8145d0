import { describe, expect, test } from 'vitest';
import { openLog } from '../../src/logging.ts';
import type { Engine } from '../../src/sandbox/engine.ts';
import { SandboxError } from '../../src/sandbox/error.ts';
import type { Context, SignedIn } from '../../src/services/context.ts';
import { noFacts } from '../../src/services/facts.ts';
import { withChildren } from '../../src/services/in-children.ts';
import { freePlaces, occupiedAreas } from '../../src/services/places/free.ts';
import type { Asked } from '../../src/services/sign/asked.ts';
import { placeAll as placeAllIn } from '../../src/services/sign/places.ts';
import type { StoredDocument } from '../../src/storage/index.ts';

const size = { width: 400, height: 400, rotate: 0 };
/** A page on which nothing stands. */
const empty = { page: 1, columns: 2, rows: 2, taken: new Uint8Array(1), cause: null };

const documentOf = (id: string, more: Partial<StoredDocument> = {}) =>
  ({
    ...{ id, accountId: 'maria', state: 'ready', pages: 1, currentSha256: id, currentSize: 1 },
    ...{ expiresAt: Number.MAX_SAFE_INTEGER, signatures: { ...noFacts, lastPage: size, pageSizes: [size] } },
    ...more,
  }) as StoredDocument;

/** A server that has these documents and has stored nothing of their pages; `read` says what the sandbox does. */
function serverOf(
  documents: readonly StoredDocument[],
  read: Engine['occupancy'],
  foresee?: Engine['foresee'],
) {
  const stored = {
    find: async (_: string, id: string) => documents.find((document) => document.id === id),
    occupancy: async () => null,
  };
  const engine: Partial<Engine> = {
    occupancy: read,
    ...(foresee && { foresee }),
    copying: () => false,
    together: (work) => work(engine as Engine),
    open: () => ({ engine: engine as Engine, end: () => {} }),
  };
  return {
    storage: { documents: stored, blobs: {} },
    engine,
    log: openLog('silent'),
    clock: () => 0,
  } as unknown as Context;
}

const placeAll = (context: Context, asked: Asked, documents: readonly StoredDocument[]) =>
  withChildren(context.engine, (children) => placeAllIn(context, asked, documents, children));

const askedFor = (documents: readonly StoredDocument[]) =>
  ({
    ...{ documents: documents.map(({ id }) => id), visibility: true, invisible: [], confirmedPlaces: [] },
  }) as unknown as Asked;

describe('the places of a signing', () => {
  test('SGN-13: a hundred pages are read for one request, and what is not known then is unconfirmed', async () => {
    const documents = Array.from({ length: 103 }, (_, at) => documentOf(`document ${at}`));
    let reads = 0;
    const context = serverOf(documents, async () => {
      reads += 1;
      return empty;
    });
    const { refused } = await placeAll(context, askedFor(documents), documents);
    expect(reads).toBe(100);
    expect([...refused]).toEqual(
      ['document 100', 'document 101', 'document 102'].map((id) => [id, 'place_unconfirmed']),
    );
  });

  test.each([
    ['busy', 'busy'],
    ['closed', 'busy'],
    ['unreadable', 'internal'],
    ['timeout', 'place_unconfirmed'],
    ['crashed', 'place_unconfirmed'],
  ] as const)('SGN-13: where the sandbox is %s a document of several answers %s', async (failure, code) => {
    const documents = [documentOf(`${failure} one`), documentOf(`${failure} two`)];
    const context = serverOf(documents, async () => {
      throw new SandboxError(failure);
    });
    const { refused } = await placeAll(context, askedFor(documents), documents);
    expect([...refused.values()]).toEqual([code, code]);
  });
});

describe('free places', () => {
  const waiting = new AbortController().signal;
  const maria = { account: { id: 'maria' } } as SignedIn;
  const places = (documents: readonly StoredDocument[]) => documents.map(({ id }) => ({ document: id }));

  test('SGN-12: where the sandbox is busy the place of that document is unknown for now', async () => {
    const documents = [documentOf('busy for now', { currentSize: 2 }), documentOf('at once')];
    const context = serverOf(documents, async ({ length }) => {
      if (length === 2) throw new SandboxError('busy');
      return empty;
    });
    const ask = () => freePlaces(context, maria, { places: places(documents) }, waiting);
    expect((await ask()).places.map(({ status, cause }) => [status, cause])).toEqual([
      ['unknown', 'busy'],
      ['free', null],
    ]);
    await expect(occupiedAreas(context, maria, 'busy for now', 1)).rejects.toMatchObject({ code: 'busy' });
  });

  test('SGN-12: so is whether the stamp has its ground, and in which field it stands', async () => {
    const full = { ...empty, taken: new Uint8Array([0xff]) };
    const rect: [number, number, number, number] = [10, 10, 200, 80];
    const facts = {
      ...{ ...noFacts, lastPage: size, pageSizes: [size] },
      signatures: [{ field: 'a', kind: 'signature', signer: 'b', signedAt: null, integrity: 'intact' }],
    };
    const documents = [
      documentOf('over something', { signatures: facts }),
      documentOf('with a field', {
        currentSize: 2,
        signatures: { ...facts, emptyFields: [{ name: 'c', page: 1, rect }] },
      }),
    ];
    let failure: SandboxError | null = new SandboxError('busy');
    const field = { page: 1, x: 10, y: 10, width: 190, height: 70 };
    const foresee: Engine['foresee'] = async ({ length }) => {
      if (failure) throw failure;
      return { field: length === 1 ? null : { name: 'c', placement: field }, opaque: true };
    };
    const context = serverOf(documents, async () => full, foresee);
    const ask = async () => (await freePlaces(context, maria, { places: places(documents) }, waiting)).places;
    expect(await ask()).toMatchObject([
      { status: 'full', opaque: false, cause: 'busy' },
      { status: 'unknown', opaque: false, cause: 'busy' },
    ]);
    failure = new SandboxError('crashed');
    expect(await ask()).toMatchObject([
      { status: 'full', opaque: false, cause: null },
      { status: 'unknown', opaque: false, cause: null },
    ]);
    // Whoever signs it alone is told to try again: it may have to be signed in its field.
    const alone = documents.slice(1);
    const chosen = { ...askedFor(alone), placement: { ...field, y: 20 } };
    const unclear = await placeAll(context, chosen, alone);
    expect([[...unclear.refused], unclear.fields.size]).toEqual([
      [['with a field', 'pdf_resource_limit']],
      0,
    ]);
    failure = null;
    expect(await ask()).toMatchObject([
      { status: 'full', opaque: true, cause: null },
      { status: 'field', opaque: true, placement: field },
    ]);
    // Whoever signs both is asked about the first alone.
    const { refused, fields, request } = await placeAll(context, askedFor(documents), documents);
    expect([...refused]).toEqual([['over something', 'place_unconfirmed']]);
    expect([...fields]).toEqual([['with a field', 'c']]);
    expect(request.placements?.['with a field']).toEqual(field);
    // Who confirmed another place than the field has not seen where the signature would stand.
    const confirmed = { ...askedFor(documents), confirmedPlaces: documents.map(({ id }) => id) };
    const codes = async (placement: typeof field) =>
      Object.fromEntries((await placeAll(context, { ...confirmed, placement }, documents)).refused);
    expect(await codes({ ...field, y: 200 })).toEqual({ 'with a field': 'place_unconfirmed' });
    expect(await codes({ ...field, y: 10.4 })).toEqual({});
  });

  test('SGN-13: however many documents have empty fields, those whose place is confirmed are signed', async () => {
    const rect: [number, number, number, number] = [10, 10, 200, 80];
    const signatures = { ...noFacts, lastPage: size, emptyFields: [{ name: 'c', page: 1, rect }] };
    const documents = Array.from({ length: 103 }, (_, at) => documentOf(`form ${at}`, { signatures }));
    const context = serverOf(
      documents,
      async () => empty,
      async () => ({ field: null, opaque: true }),
    );
    const placement = { page: 1, x: 10, y: 10, width: 100, height: 50 };
    const confirmedPlaces = documents.map(({ id }) => id);
    const { refused } = await placeAll(
      context,
      { ...askedFor(documents), placement, confirmedPlaces },
      documents,
    );
    expect([...refused]).toEqual([]);
  });

  test('SGN-12: a document that cannot be signed, or whose page is not known, is unknown by itself', async () => {
    const documents = [
      documentOf('refused', { state: 'refused', pages: 0, signatures: noFacts }),
      documentOf('expired', { state: 'expired' }),
      documentOf('without sizes', { signatures: noFacts }),
      documentOf('known'),
    ];
    const context = serverOf(documents, async () => empty);
    const answer = await freePlaces(context, maria, { places: places(documents) }, waiting);
    expect(answer.places.map(({ status }) => status)).toEqual(['unknown', 'unknown', 'unknown', 'free']);

    const placement = { page: 2, x: 0, y: 0, width: 100, height: 50 };
    const beyond = freePlaces(context, maria, { places: [{ document: 'known', placement }] }, waiting);
    await expect(beyond).rejects.toMatchObject({ code: 'position_out_of_bounds' });
  });

  test('SGN-12: a document is named once, and nothing is read for an answer that has failed', async () => {
    const documents = Array.from({ length: 20 }, (_, at) => documentOf(`not read ${at}`));
    let reads = 0;
    const context = serverOf(documents, async () => {
      reads += 1;
      return empty;
    });
    const ask = (names: string[], gone = waiting) =>
      freePlaces(context, maria, { places: names.map((document) => ({ document })) }, gone);
    const [first = ''] = documents.map(({ id }) => id);
    await expect(ask([first, first])).rejects.toMatchObject({ code: 'bad_request' });
    expect(reads).toBe(0);

    const told = await ask([first], AbortSignal.abort());
    expect([reads, told.places[0]?.status]).toEqual([0, 'unknown']);

    const strange = ["somebody else's", ...documents.map(({ id }) => id)];
    await expect(ask(strange)).rejects.toMatchObject({ code: 'not_found' });
    await new Promise((resolve) => setTimeout(resolve, 20));
    expect(reads).toBeLessThan(5);
  });
});
