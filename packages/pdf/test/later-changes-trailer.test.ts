import {
  appendUpdate,
  bodyOf,
  documentObjects,
  sealed,
  type TestEncryption,
  type TestObject,
  testEncryption,
  writePdf,
} from '@websign/testkit';
import { describe, expect, it } from 'vitest';
import { document } from './later-changes-objects.ts';
import { changesOf } from './later-changes-support.ts';
import { latin1, sign } from './support.ts';

const signed = await sign(document);

/** What is told of an update that only has such a trailer. */
function told(kind: 'table' | 'stream', edit: (file: string) => string): string[] {
  const trailer = '/Info 160 0 R/ID[<01><02>]';
  const file = appendUpdate(signed, { kind, objects: [{ number: 300, body: '(new)' }], trailer });
  const text = latin1(file);
  const tail = edit(text.slice(signed.length));
  expect(tail).not.toBe(text.slice(signed.length));
  const found = changesOf(Buffer.from(latin1(signed) + tail, 'latin1'));
  return (found?.changes ?? []).map(({ reason, rule, what }) => `${reason ?? rule} ${what}`);
}

describe('entries of a trailer that stand there twice', () => {
  it.each(['table', 'stream'] as const)('MAP-8 two catalogs are two documents (%s)', (kind) => {
    const twice = (file: string): string => file.replace('/Root 1 0 R', '/Root 170 0 R/Root 1 0 R');
    expect(told(kind, twice)).toContain('ambiguous /Root');
  });

  it.each([
    ['/Info 160 0 R', '/Info 120 0 R/Info 160 0 R', 'ambiguous /Info'],
    ['/ID', '/ID[<02><02>]/ID', 'ambiguous /ID'],
    ['/Root 1 0 R', '/R#6fot 170 0 R/Root 1 0 R', 'ambiguous /Root'],
  ])('MAP-8 %s as %s', (from, to, change) => {
    expect(told('table', (file) => file.replace(from, to))).toContain(change);
  });

  it('MAP-8 are named by so much of their key as is told', () => {
    const key = 'K'.repeat(100);
    const found = told('table', (file) => file.replace('/Root', `/${key} 1/${key} 2/Root`));
    expect(found).toContain(`ambiguous /${'K'.repeat(64)}`);
  });

  it('the same value twice is one', () => {
    const same = (file: string): string => file.replace('/Root 1 0 R', '/Root 1 0 R/Root 1 0 R');
    expect(told('table', same)).toEqual(['unused_object object']);
  });
});

describe('what a trailer leads to', () => {
  const leads = (entries: string) => (file: string) => file.replace('/Root 1 0 R', `${entries}/Root 1 0 R`);

  it.each(['table', 'stream'] as const)(
    'MAP-8 is there: for what is missing some mend the file (%s)',
    (kind) => {
      expect(told(kind, leads('/Foo 99 0 R'))).toEqual(['content /Foo', 'unused_object object']);
      expect(told(kind, leads('/Foo[<</A 99999999 0 R>>]'))).toContain('content /Foo');
      expect(told(kind, (file) => file.replace('/Info 160 0 R', '/Info 99 0 R'))).toContain('content /Info');
      expect(told(kind, leads('/Foo 120 0 R'))).toEqual(['unused_object object']);
    },
  );

  it('may be missing where it was before', () => {
    const update = (file: Uint8Array, entries: string): Uint8Array => {
      const objects = [{ number: 300, body: '(new)' }];
      return appendUpdate(file, { kind: 'table', objects, trailer: `/Info 160 0 R${entries}` });
    };
    const told = (entries: string): number =>
      (changesOf(update(update(signed, '/Foo 99 0 R'), entries))?.changes ?? []).filter(
        ({ what }) => what === '/Foo',
      ).length;
    expect(told('/Foo 99 0 R')).toBe(1);
    expect(told('/Foo 98 0 R')).toBe(2);
  });
});

describe('the size that a trailer gives', () => {
  it.each(['table', 'stream'] as const)('MAP-8 is a number of a file as large as this (%s)', (kind) => {
    const sized = (size: string) => (file: string) => file.replace(/\/Size \d+/, `/Size ${size}`);
    expect(told(kind, sized('99999999'))).toContain('ambiguous /Size');
    expect(told(kind, sized('400'))).toEqual(['unused_object object']);
  });

  it.each(['table', 'stream'] as const)(
    'MAP-8 is greater than every number, or some of what was signed is missing to some readers (%s)',
    (kind) => {
      const update = (file: string): string => file.replace(/\/Size \d+/, '/Size 5');
      expect(told(kind, update)).toContain('unread_look /Size');
    },
  );

  it.each(['-5', '0', '301.0', '300 0 R', '/A'])(
    'MAP-8 is a direct integer above zero, and not %s',
    (size) => {
      expect(told('table', (file) => file.replace(/\/Size \d+/, `/Size ${size}`))).toContain(
        'ambiguous /Size',
      );
    },
  );
});

describe('what a trailer names', () => {
  const after = (
    objects: TestObject[],
    { trailer = '/Info 160 0 R/ID[<01><02>]', root = 1 } = {},
  ): string[] => {
    const file = appendUpdate(signed, { kind: 'table', objects, trailer, root });
    return (changesOf(file)?.changes ?? []).map(({ reason, rule, what }) => `${reason ?? rule} ${what}`);
  };
  const catalog = (edit: (body: string) => string): string[] =>
    after([{ number: 300, body: edit(bodyOf(signed, 1)) }], { root: 300 });

  it('MAP-8 a catalog under another number, which is held against the one that was', () => {
    expect(catalog((body) => body)).toEqual([]);
    expect(catalog((body) => body.replace('/Pages', '/Lang(el)/Pages'))).toEqual(['catalog /Lang']);
  });

  it('MAP-8 what the document says of itself, in an object or in the trailer', () => {
    const info = (title: string): string =>
      `/Info<</Producer(Some writer)/ModDate(D:20260101000000Z)/Title(${title})>>/ID[<01><02>]`;
    expect(after([], { trailer: info('Contract') })).toEqual([]);
    const held = (title: string): string[] =>
      after([{ number: 303, body: title }], { trailer: info('').replace('()', ' 303 0 R') });
    expect(held('(Contract)')).toEqual([]);
    expect(after([], { trailer: info('Contract)/Keywords(') })).toEqual([]);
    expect(after([], { trailer: info('Contract)/Keywords(a') })).toEqual(['description /Keywords']);
    expect(held('<FEFF0043006F006E00740072006100630074>')).toEqual([]);
    expect(held('(Gift)')).toEqual(['description /Title']);
    expect(after([], { trailer: info('Gift') })).toEqual(['description /Title']);
    const apart = [{ number: 301, body: '<</Producer(Some writer)/Title(Gift)>>' }];
    const file = appendUpdate(signed, {
      kind: 'table',
      objects: apart,
      trailer: '/Info 301 0 R/ID[<01><02>]',
    });
    expect((changesOf(file)?.changes ?? []).map(({ what, object }) => `${what} ${object}`)).toEqual([
      '/ModDate 301',
      '/Title 301',
    ]);
    expect(after([], { trailer: '/ID[<01><02>]' })).toEqual([
      'document_info /Producer',
      'document_info /ModDate',
      'description /Title',
    ]);
    expect(after([], { trailer: '/Info 160 0 R/ID[<09><09>]' })).toEqual([]);
    expect(after([], { trailer: '/Info 160 0 R' })).toEqual([]);
  });
});

const SLOT = `/ByteRange[0 ${`${' '.repeat(10)} `.repeat(3)}]/Contents<3000>`;
/** A file that is signed by nobody, with an object that nothing in it leads to; `edit` changes it before it is sealed. */
function signedByNobody(encryption?: TestEncryption, edit = (file: string): string => file): Uint8Array {
  const objects = documentObjects({
    catalog: '/AcroForm<</Fields[100 0 R]>>',
    more: [
      { number: 100, body: '<</FT/Sig/V 101 0 R>>' },
      { number: 101, body: `<</Type/Sig${SLOT}>>` },
      { number: 120, body: '<</A 1>>' },
    ],
  });
  const file = writePdf({ kind: 'table', objects, ...(encryption === undefined ? {} : { encryption }) });
  return sealed(Buffer.from(edit(latin1(file)), 'latin1'));
}

it('MAP-8 what a trailer names under a key of anybody’s choice stays what was signed', () => {
  const before = signedByNobody(undefined, (file) => file.replace('/Root', '/Odd 120 0 R/Root'));
  const objects = [{ number: 120, body: '<</A 2>>' }];
  const after = appendUpdate(before, { kind: 'table', objects, trailer: '/Odd 120 0 R' });
  expect(changesOf(after)?.changes).toMatchObject([{ reason: 'content', object: 120 }]);
  const unnamed = appendUpdate(signedByNobody(), { kind: 'table', objects });
  expect(changesOf(unnamed)?.level).not.toBe('other');
});

describe('an encrypted file after a signature', () => {
  const base = latin1(signedByNobody(testEncryption('aes256', { plain: [100, 101] })));
  const protection = /\/Encrypt 9000 0 R/.exec(base)?.[0] ?? '';
  const identifier = /\/ID ?\[[^\]]*\]/.exec(base)?.[0] ?? '';

  it.each([
    ['as they were', protection, identifier, []],
    [
      'with the second half of the identifier made anew',
      protection,
      identifier.replace(/<\w+>\]$/, '<02>]'),
      [],
    ],
    ['with another identifier', protection, '/ID[<02><02>]', ['encryption /ID']],
    ['without one', protection, '', ['encryption /ID']],
  ])('MAP-8 keeps its keys: %s', (_, encrypt, id, expected) => {
    const update = appendUpdate(Buffer.from(base, 'latin1'), {
      kind: 'table',
      objects: [],
      trailer: encrypt + id,
    });
    const changes = changesOf(update)?.changes ?? [];
    expect(changes.map(({ reason, what }) => `${reason} ${what}`)).toEqual(expected);
  });

  it('MAP-8 has no other identifier in a trailer behind that of a section', () => {
    const behind = (id: string): string[] => {
      const update = latin1(
        appendUpdate(Buffer.from(base, 'latin1'), {
          kind: 'table',
          objects: [],
          trailer: protection + identifier,
        }),
      );
      const at = update.lastIndexOf('startxref');
      const file = `${update.slice(0, at)}trailer\n<<${id}>>\n${update.slice(at)}`;
      return (changesOf(Buffer.from(file, 'latin1'))?.changes ?? []).map(({ reason }) => reason ?? '');
    };
    expect(behind(identifier)).toEqual([]);
    expect(behind('/ID[<02><02>]')).toEqual(['unlisted_object']);
  });
});
