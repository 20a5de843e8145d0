import {
  bodyOf,
  metadata,
  type SignedChange,
  signatureAttacks,
  signatureInnocents,
  signedDocument,
  updated,
  type XrefKind,
} from '@websign/testkit';
import { describe, expect, it } from 'vitest';
import { laterChangesOf, signatureFields } from '../src/index.ts';
import { changesOf, linesOf, raised } from './later-changes-support.ts';
import { open, sign, VISIBLE } from './support.ts';

/** Signs the document as wished; twice the same wish signs once. */
const signed = new Map<string, Promise<Uint8Array>>();
function signedAs(wish: SignedChange['wish']): Promise<Uint8Array> {
  const key = JSON.stringify(wish);
  const known = signed.get(key) ?? sign(signedDocument(), wish);
  signed.set(key, known);
  return known;
}

const titled = (list: readonly SignedChange[]): [string, SignedChange][] =>
  list.map((change) => [`${change.class}: ${change.name}`, change]);

const KINDS: XrefKind[] = ['table', 'stream', 'objstm'];
const levels = (file: Uint8Array): string[] => {
  const pdf = open(file);
  return [...laterChangesOf(pdf, signatureFields(pdf)).values()].map(({ level }) => level);
};

describe('what our own updates change', () => {
  it.each(KINDS)('MAP-8 validation data and time-stamps, twice, at every /P (%s)', async (kind) => {
    for (const wish of [{}, { certify: 1 }, { certify: 2 }, { certify: 3 }, { lock: true }] as const) {
      const file = await raised(await raised(await sign(signedDocument(kind), wish)));
      expect(levels(file)).toEqual(['lta', 'lta', 'none']);
    }
  });

  it.each(KINDS)(
    'MAP-8 further signatures, unseen and seen, into fields that are there and new (%s)',
    async (kind) => {
      const once = await sign(signedDocument(kind));
      const twice = await sign(once, { field: 'approval' });
      const thrice = await sign(twice, { visible: VISIBLE });
      expect(levels(thrice)).toContain('form-filling');
      expect(levels(await raised(thrice))).not.toContain('other');
    },
  );

  it('MAP-8 a signature through which signed letters can be read is permitted', async () => {
    const over = { ...VISIBLE, placement: { page: 1, x: 70, y: 690, width: 240, height: 60 } };
    const once = await sign(signedDocument());
    const found = changesOf(await sign(once, { visible: over }));
    expect(found?.level).toBe('form-filling');
  });

  it('MAP-8 a change names its page, its place and its field', async () => {
    const file = await sign(await signedAs({}), { visible: VISIBLE });
    expect(changesOf(file)?.changes).toContainEqual(
      expect.objectContaining({
        rule: 'further_signature',
        page: 1,
        rect: expect.any(Array),
        field: expect.any(String),
      }),
    );
  });

  it('MAP-8 each signature is judged by what came after it, and by those before', async () => {
    const once = await signedAs({});
    const changed = updated(once, [{ number: 120, body: metadata('<b/>') }]);
    const twice = await sign(changed, { field: 'approval' });
    const filled = updated(twice, [{ number: 100, body: bodyOf(twice, 100).replace(/>>$/, '/V(9)>>') }]);
    const pdf = open(filled);
    const found = laterChangesOf(pdf, signatureFields(pdf));
    expect([...found.values()].map(({ level }) => level)).toEqual(['other', 'other']);
    expect(found.get('approval')?.changes).toEqual([
      expect.objectContaining({ reason: 'field_locked', field: 'amount', revision: 5 }),
    ]);
  });
});

describe('what changed after a signature', () => {
  it.each(titled(signatureAttacks))('MAP-8 %s is told', async (_, { wish, make, expect: due }) => {
    const found = changesOf(make(await signedAs(wish)));
    if ('broken' in due) expect(found).toBeUndefined();
    else if ('reason' in due) {
      expect(found?.level).toBe('other');
      expect(found?.changes.map(({ reason }) => reason)).toContain(due.reason);
    }
    expect(linesOf(found)).toMatchSnapshot();
  });

  it.each(titled(signatureInnocents))('MAP-8 %s is permitted', async (_, { wish, make, expect: due }) => {
    const found = changesOf(make(await signedAs(wish)));
    const odd = found?.changes.filter(({ level }) => level === 'other');
    expect(odd).toEqual([]);
    expect(found?.level).toBe('level' in due ? due.level : undefined);
    expect(linesOf(found)).toMatchSnapshot();
  });
});
