import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { listText, signList, TEST_NOW } from '@websign/testkit';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { TrustedLists } from '../../../src/services/trust/face.ts';
import { authority, commission, DAY, germany, greece, listsHome, pki } from './lists-home.ts';

let home: Awaited<ReturnType<typeof listsHome>>;
beforeAll(async () => {
  home = await listsHome();
});
afterAll(() => home.close());
beforeEach(() => home.reset());

const states = (lists: TrustedLists) =>
  lists.reports().map(({ territory, state, problem }) => [territory, state, problem ?? ''].join(' ').trim());
const trusted = (lists: TrustedLists) =>
  lists.anchors().map(({ anchor }) => createHash('sha256').update(anchor.certificate).digest('hex'));
const sha = (der: Uint8Array) => createHash('sha256').update(der).digest('hex');
const ours = sha(authority);
const theirs = sha(pki.root.certificate);

async function refreshed(lists = home.open()): Promise<TrustedLists> {
  await lists.refresh();
  return lists;
}

describe('trusted lists', () => {
  test('are fetched from the list of lists on, verified and told', async () => {
    const lists = await refreshed();
    expect(states(lists)).toEqual(['EU fresh', 'DE fresh', 'EL fresh']);
    expect(trusted(lists).sort()).toEqual([ours, theirs].sort());
    expect(lists.reports()[2]).toMatchObject({
      kind: 'national',
      territory: 'EL',
      url: `${home.origin}/el.xml`,
      operator: 'Operator of EL',
      sequence: 1,
      issued: TEST_NOW - DAY,
      fetchedAt: TEST_NOW,
      anchors: 1,
    });
    expect(lists.anchors()[0]?.anchor.source).toBe('trusted_list');
  });

  test('are served from their copies when the sources are away, after a new start as well', async () => {
    await refreshed();
    home.state.away = true;
    home.state.now += 3 * DAY;
    const lists = home.open();
    await lists.load();
    expect(trusted(lists)).toHaveLength(2);
    await lists.refresh();
    expect(states(lists)).toEqual([
      'EU fresh http_unreachable',
      'DE fresh http_unreachable',
      'EL fresh http_unreachable',
    ]);
    expect(lists.reports()[0]?.fetchedAt).toBe(TEST_NOW);
    expect(trusted(lists)).toHaveLength(2);
  });

  test('one that fails leaves the others, and its own copy', async () => {
    const lists = await refreshed();
    home.pages.delete('/de.xml');
    home.putGreece({ sequence: 2, providers: [] });
    await lists.refresh();
    expect(states(lists)).toEqual(['EU fresh', 'DE fresh http_status', 'EL fresh']);
    expect(trusted(lists)).toEqual([theirs]);
  });

  test('one that never came leaves the others', async () => {
    home.pages.set('/de.xml', '<html>maintenance</html>');
    const lists = await refreshed();
    expect(states(lists)).toEqual(['EU fresh', 'DE missing signature_form', 'EL fresh']);
    expect(trusted(lists)).toEqual([ours]);
  });

  test.each<[string, () => void, string]>([
    [
      'a list signed by somebody else',
      () => home.putGreece({ sequence: 2, providers: [] }, pki.stranger),
      'signature_signer',
    ],
    ['an older list', () => home.putGreece({ sequence: 0, providers: [] }), 'list_older'],
    [
      'the same number issued before',
      () => home.putGreece({ issued: TEST_NOW - 3 * DAY, providers: [] }),
      'list_older',
    ],
    [
      'a list from tomorrow',
      () => home.putGreece({ sequence: 2, issued: TEST_NOW + DAY, providers: [] }),
      'list_from_future',
    ],
    [
      'the list of another country',
      () => home.putGreece({ sequence: 2, territory: 'BG', providers: [] }),
      'list_territory',
    ],
    ['a list of lists', () => home.putGreece({ sequence: 2, kind: 'lotl', providers: [] }), 'list_type'],
    [
      'a changed list',
      () => home.pages.set('/el.xml', String(home.pages.get('/el.xml')).replace('Operator of', 'Robber of')),
      'signature_invalid',
    ],
    [
      'a document type',
      () => home.pages.set('/el.xml', `<!DOCTYPE x>${home.pages.get('/el.xml')}`),
      'xml_doctype',
    ],
    [
      'more than there may be',
      () => home.pages.set('/el.xml', Buffer.alloc(33 * 1024 * 1024)),
      'http_too_large',
    ],
  ])('%s does not take the place of the one that is held', async (_, put, problem) => {
    const lists = await refreshed();
    put();
    await lists.refresh();
    expect(states(lists)).toContain(`EL fresh ${problem}`);
    expect(trusted(lists)).toContain(ours);
    expect(home.logged.join('\n')).toContain(problem);
  });

  test('past its NextUpdate a copy is stale, past the days of grace it is not in use', async () => {
    home.putGreece({ nextUpdate: TEST_NOW + DAY });
    const lists = await refreshed();
    home.state.now = TEST_NOW + 2 * DAY;
    await lists.refresh();
    expect(states(lists)[2]).toBe('EL stale');
    expect(trusted(lists)).toContain(ours);
    home.state.now = TEST_NOW + 16 * DAY;
    await lists.refresh();
    expect(states(lists)[2]).toBe('EL missing list_expired');
    expect(trusted(lists)).toEqual([theirs]);
  });

  test('nothing is in use by the word of a list of lists that is too old', async () => {
    home.putLotl({ nextUpdate: TEST_NOW + DAY });
    const lists = await refreshed();
    home.state.now = TEST_NOW + 16 * DAY;
    expect(lists.anchors()).toEqual([]);
    expect(states(lists)).toEqual(['EU missing', 'DE missing', 'EL missing']);
  });

  test('a list that the list of lists no longer names, or whose signer it dropped, is in use no longer', async () => {
    const lists = await refreshed();
    home.putLotl({
      sequence: 2,
      pointers: [{ territory: 'EL', location: `${home.origin}/el.xml`, signers: [germany.certificate] }],
    });
    await lists.refresh();
    expect(states(lists)).toEqual(['EU fresh', 'EL missing signature_signer']);
    expect(lists.anchors()).toEqual([]);
  });

  test('pointers to lists for people to read, and of other types, are passed over', async () => {
    const pointer = { territory: 'EL', location: `${home.origin}/el.xml`, signers: [greece.certificate] };
    home.putLotl({
      pointers: [
        { ...pointer, location: `${home.origin}/el.pdf`, mime: 'application/pdf' },
        pointer,
        { ...pointer, location: `${home.origin}/other.xml` },
      ],
    });
    const lists = await refreshed();
    expect(states(lists)).toEqual(['EU fresh', 'EL fresh']);
    expect(home.asked).toEqual(['/lotl.xml', '/el.xml']);
  });

  test('the list of lists signed by somebody else is refused, and nothing is fetched by it', async () => {
    home.putLotl({}, pki.stranger);
    const lists = await refreshed();
    expect(states(lists)).toEqual(['EU missing signature_signer']);
    expect(home.asked).toEqual(['/lotl.xml']);
  });
});

describe('offline copies', () => {
  test('are verified anew: one that was changed on the disk counts for nothing', async () => {
    await refreshed();
    const path = join(home.folder, 'trusted-lists', 'EL.xml');
    writeFileSync(path, readFileSync(path, 'utf8').replace('Operator of', 'Robber of'));
    home.state.away = true;
    const lists = home.open();
    await lists.load();
    expect(states(lists)[2]).toBe('EL missing signature_invalid');
    expect(trusted(lists)).toEqual([theirs]);
  });

  test('are whole files with nothing beside them', async () => {
    await refreshed();
    expect(readdirSync(join(home.folder, 'trusted-lists')).sort()).toEqual(['DE.xml', 'EL.xml', 'lotl.xml']);
  });

  test('keep an older list from coming after a new start', async () => {
    home.putGreece({ sequence: 5 });
    await refreshed();
    home.putGreece({ sequence: 4, providers: [] });
    const lists = home.open();
    await lists.load();
    await lists.refresh();
    expect(states(lists)[2]).toBe('EL fresh list_older');
    expect(trusted(lists)).toContain(ours);
  });
});

describe('pivots', () => {
  const own = (signers: Uint8Array[]) => [
    { kind: 'lotl' as const, territory: 'EU', location: `${home.origin}/lotl.xml`, signers },
  ];
  const pivot = (sequence: number, signer: typeof greece, signers: Uint8Array[]) => {
    const issued = TEST_NOW - (200 - sequence) * DAY;
    return signList(
      listText({ kind: 'lotl', territory: 'EU', sequence, issued, pointers: own(signers) }),
      signer,
    );
  };

  /** The configuration knows Greece's key, which the first pivot replaced by another, the second by the present one. */
  function put() {
    const between = pki.issue('p256', { serial: 500 });
    home.pages.set('/pivot-1.xml', pivot(8, greece, [between.certificate]));
    home.pages.set('/pivot-2.xml', pivot(9, between, [commission.certificate]));
    home.putLotl({ sequence: 10, pivots: [`${home.origin}/pivot-2.xml`, `${home.origin}/pivot-1.xml`] });
  }

  test('lead from the certificates of the configuration to those who sign now', async () => {
    put();
    const lists = await refreshed(home.open([greece.certificate]));
    expect(states(lists)).toEqual(['EU fresh', 'DE fresh', 'EL fresh']);
    home.state.away = true;
    const again = home.open([greece.certificate]);
    await again.load();
    expect(trusted(again)).toHaveLength(2);
  });

  test('lead nowhere for who is not in the chain', async () => {
    put();
    const lists = await refreshed(home.open([pki.stranger.certificate]));
    expect(states(lists)).toEqual(['EU missing signature_signer']);
  });

  test('one that was changed ends the way', async () => {
    put();
    home.pages.set(
      '/pivot-2.xml',
      String(home.pages.get('/pivot-2.xml')).replace('Operator of', 'Robber of'),
    );
    const lists = await refreshed(home.open([greece.certificate]));
    expect(states(lists)).toEqual(['EU missing signature_invalid']);
  });
});
