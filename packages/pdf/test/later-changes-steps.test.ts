import { bodyOf, sealed, signedDocument, type TestObject, updated, type XrefKind } from '@websign/testkit';
import { describe, expect, it } from 'vitest';
import type { LaterChanges } from '../src/index.ts';
import { instead, saying } from './later-changes-objects.ts';
import {
  document,
  found,
  further,
  lines,
  once,
  only,
  renamed,
  SLOT,
  signed,
  told,
  value,
} from './later-changes-sealed.ts';
import { latin1 } from './support.ts';

describe('what is told of each signature', () => {
  it('MAP-8 nothing where none is, or nothing follows', () => {
    expect(told(document)).toEqual({});
    expect(found(once)).toEqual({ approval: { level: 'none', changes: [], truncated: false } });
  });

  it('MAP-8 what came after it, and not what came before', () => {
    const [between, after] = ['Maria', 'Petros'];
    const second = updated(once, renamed(once, between));
    const third = further(second);
    const field = bodyOf(third, 103).replace(`(${between})`, `(${after})`);
    const fourth = updated(third, [
      { number: 103, body: field },
      { number: 104, body: saying(after) },
    ]);
    expect(told(fourth)).toEqual({
      approval: [
        '3 form_value /V 103',
        '3 form_value /AP 103',
        '4 further_signature /V 320',
        '5 form_value /V 103',
        '5 form_value /AP 103',
      ],
      second: ['5 form_value /V 103', '5 form_value /AP 103'],
    });
  });

  it('MAP-8 that its range of bytes names no revision', () => {
    const broken = latin1(once).replace(/(\/ByteRange\[0 )\d/, '$19');
    expect(told(Buffer.from(broken, 'latin1'))).toEqual({ approval: ['2 no_revision /ByteRange 102'] });
    expect(only(Buffer.from(broken, 'latin1'))?.changes[0]).toMatchObject({
      level: 'other',
      rule: 'unexplained',
      field: 'approval',
    });
  });

  it('MAP-8 nothing more of one whose range of bytes is broken', () => {
    const broken = latin1(once).replace(/(\/ByteRange\[0 )\d/, '$19');
    expect(told(Buffer.from(`${broken}!`, 'latin1'))).toEqual({ approval: ['2 no_revision /ByteRange 102'] });
  });

  it('MAP-8 that two have none in common which are no objects of their own', () => {
    const own = `<</Type/Sig/SubFilter/adbe.pkcs7.detached${SLOT}>>`;
    const first = sealed(updated(document, [instead(102, { '>>': `/V${own}>>` })]));
    const both = sealed(
      updated(first, [
        instead(110, { '/Fields[': '/Fields[320 0 R ' }, first),
        { number: 320, body: `<</FT/Sig/T(second)/V${own}>>` },
      ]),
    );
    expect(told(both)).toEqual({ approval: ['3 further_signature /V 320'], second: [] });
  });

  it('MAP-8 that another field has the same signature', () => {
    const both = sealed(
      updated(document, [
        instead(102, { '>>': '/V 310 0 R>>' }),
        instead(110, { '/Fields[': '/Fields[320 0 R ' }),
        { number: 320, body: '<</FT/Sig/T(second)/V 310 0 R>>' },
        value(),
      ]),
    );
    expect(told(both)).toEqual({ approval: ['2 signature /V 102'], second: ['2 signature /V 320'] });
    expect(
      Object.values(found(both)).map(
        ({ level, changes }) => `${level} ${changes[0]?.level} ${changes[0]?.field}`,
      ),
    ).toEqual(['other other second', 'other other approval']);
  });

  it('MAP-8 by its name, which two of them may share', () => {
    expect(told(further(once, 'approval'))).toEqual({ approval: ['3 field_added /Fields 320'] });
  });
});

describe('bytes behind the last revision', () => {
  it.each([
    ['white space', ' \r\n\t\0', []],
    ['a sign', '!', ['2 trailing_bytes %%EOF']],
    ['a sign behind white space', '\n\n%', ['2 trailing_bytes %%EOF']],
    ['an object', '\n5 0 obj\n(Pay 9)\nendobj\n', ['2 trailing_bytes %%EOF']],
  ])('MAP-8 are nothing, or told: %s', (_, bytes, expected) => {
    const file = Buffer.concat([once, Buffer.from(bytes, 'latin1')]);
    expect(told(file)).toEqual({ approval: expected });
    expect(only(file)?.level).toBe(expected.length === 0 ? 'none' : 'other');
  });
});

describe('how many changes are listed', () => {
  const unused = (count: number, from = 1000): TestObject[] =>
    Array.from({ length: count }, (_, at) => ({ number: from + at, body: '(unused)' }));
  const after = (...objects: TestObject[]): LaterChanges | undefined => only(updated(once, objects));

  it('MAP-8 two hundred, and that there are more', () => {
    expect(after(...unused(200))).toMatchObject({ level: 'lta', truncated: false });
    expect(after(...unused(200))?.changes).toHaveLength(200);
    expect(after(...unused(201))).toMatchObject({ level: 'lta', truncated: true });
    expect(after(...unused(201))?.changes).toHaveLength(200);
  });

  it('MAP-8 those that are forbidden first, then in their order', () => {
    const many = after(...unused(300), { number: 5, body: '(other)' }, { number: 130, body: '(other)' });
    expect(many?.level).toBe('other');
    expect(many?.changes).toHaveLength(200);
    expect(
      many?.changes.slice(0, 3).map(({ reason, rule, object }) => `${reason ?? rule} ${object}`),
    ).toEqual(['content 5', 'content 130', 'unused_object 1000']);
    const few = after(...unused(2), { number: 5, body: '(other)' });
    expect(few?.changes.map(({ object }) => object)).toEqual([5, 1000, 1001]);
  });

  it('MAP-8 as many of each step and kind', () => {
    const step = updated(once, unused(300));
    const file = updated(step, [...unused(300, 2000), { number: 5, body: '(other)' }]);
    const changes = only(file)?.changes ?? [];
    expect(changes.slice(0, 2).map(({ revision }) => revision)).toEqual([4, 3]);
  });
});

describe('an object that nothing but the trailer or new objects lead to', () => {
  const after = (...objects: TestObject[]): string[] => lines(updated(once, objects));

  it.each<[string, string, string[]]>([
    ['says nothing', '<</A 1>>', ['3 unused_object object 300']],
    ['is of a kind', '<</Type/Odd>>', ['3 unused_object /Odd 300']],
    ['could take the place of a page', '<</Type/Page/Parent 2 0 R>>', ['3 unused_content /Page 300']],
    ['runs something', '<</S/JavaScript/JS(x)>>', ['3 unused_object object 300']],
    ['says one thing twice', '<</A 1/A 2>>', ['3 unused_object object 300']],
    ['cannot be read', '<</A', ['3 content object 300', '3 unlisted_object byte 3780']],
    ['is nothing', 'null', []],
  ])('MAP-8 is told: it %s', (_, body, expected) => {
    expect(after({ number: 300, body })).toEqual(expected);
  });

  const note = (entries: string): TestObject[] => [
    instead(4, { '/Annots [': '/Annots [300 0 R ' }, once),
    { number: 300, body: `<</Type/Annot/Subtype/Text/Rect[400 500 410 510]/F 4${entries}>>` },
  ];

  it('MAP-8 is told where a note leads to it', () => {
    expect(after(...note(''))).toEqual(['3 annotation /Annot 300']);
    const leads = (body: string) =>
      after(...note('/Odd 301 0 R'), { number: 301, body: '[302 0 R]' }, { number: 302, body });
    expect(leads('(text)')).toEqual(['3 annotation /Annot 300']);
    expect(leads('<</A 1/A 2>>')).toEqual(['3 annotation /Annot 300', '3 ambiguous object 302']);
    expect(leads('<</Type/Odd/A 1/A 2>>')).toEqual(['3 annotation /Annot 300', '3 ambiguous /Odd 302']);
    expect(leads('<</S/JavaScript/JS(x)>>')).toEqual(['3 annotation /Annot 300', '3 action object 302']);
    expect(leads('<</A')).toContain('3 content object 302');
    expect(leads('null')).toEqual(['3 annotation /Annot 300']);
    expect(after(...note('/Odd 170 0 R'), { number: 170, body: 'null' })).toEqual([
      '3 annotation /Annot 300',
    ]);
  });

  it('MAP-8 says one thing twice where it did not', () => {
    const twice = { number: 160, body: '<</Producer(Some writer)/Title(Contract)/Title(Gift)>>' };
    expect(after(twice)).toContain('3 ambiguous object 160');
    const before = signed(document, twice);
    const again = { number: 160, body: '<</Producer(Another)/Title(Contract)/Title(Gift)>>' };
    expect(lines(updated(before, [again]))).not.toContain('3 ambiguous object 160');
  });
});

describe('an object in a stream that is written anew', () => {
  it.each<XrefKind>(['table', 'stream', 'objstm'])(
    'MAP-8 is compared where nothing names it anew (%s)',
    (kind) => {
      const base = signed(signedDocument(kind));
      expect(lines(updated(base, renamed(document)))).toEqual([
        '3 form_value /V 103',
        '3 form_value /AP 103',
      ]);
      expect(lines(updated(base, [{ number: 5, body: '(other)' }]))).toEqual(['3 content object 5']);
    },
  );
});
