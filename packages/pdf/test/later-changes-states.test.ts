import { bodyOf, sealed, signedDocument, streamBody, type TestObject, updated } from '@websign/testkit';
import { describe, expect, it } from 'vitest';
import { instead, saying } from './later-changes-objects.ts';
import { document, further, lines, once, only, renamed, signed, value } from './later-changes-sealed.ts';
import { latin1, open } from './support.ts';

describe('an object stream that is written anew', () => {
  const base = signed(signedDocument('objstm'));
  /** Replaces text in the stream that holds that object, which no entry of the update names. */
  function restated(object: number, from: string, to: string): string[] {
    const pdf = open(base);
    const { place } = pdf.store.entry(pdf.index.get(object) ?? 0);
    const { data, numbers, offsets } = pdf.objectStream(place);
    const first = Math.min(...offsets);
    const head = [...numbers].map((number, at) => `${number} ${(offsets[at] ?? 0) - first} `).join('');
    const members = latin1(data.subarray(first));
    expect(members).toContain(from);
    const body = streamBody(
      head + members.replace(from, to),
      `/Type/ObjStm/N ${numbers.length}/First ${head.length}`,
    );
    // Objects of the stream that the signature's update wrote anew are told besides.
    return lines(updated(base, [{ number: place, body }])).filter((line) => !line.includes('/ObjStm 102'));
  }

  it('MAP-8 is compared by what it holds', () => {
    expect(restated(107, '/T(city)', '/T(town)')).toEqual(['3 field /T 107']);
    expect(restated(3, '/Helvetica', '/Helvetico')).toEqual(['3 content /Font 3']);
    expect(restated(107, '[109 9 199 29]', '[109 9 199 29]')).toEqual([]);
  });
});

describe('an object to which the last of all leads', () => {
  it('MAP-8 is content', () => {
    const objects = [
      instead(4, { '/Resources<<': '/Resources<</XObject 400 0 R' }),
      { number: 399, body: saying('One') },
      { number: 400, body: '<</X 399 0 R>>' },
    ];
    const changed = { number: 399, body: saying('Two') };
    expect(lines(updated(signed(document, ...objects), [changed]))).toEqual(['3 content /XObject 399']);
  });
});

describe('what may be named anywhere', () => {
  it('MAP-8 are the nodes of the page tree', () => {
    const named = signed(document, instead(1, { '/MarkInfo': '/Odd 2 0 R/MarkInfo' }));
    const noted = instead(2, { '/Count': '/ITXT(5.5)/Count' });
    expect(lines(updated(named, [noted]))).toEqual(['3 document_info /ITXT 2']);
  });
});

describe('what a time-stamp covers', () => {
  const link: TestObject = {
    number: 300,
    body: '<</Type/Annot/Subtype/Link/Rect[400 500 490 520]/F 4/A<</S/URI/URI(x)>>>>',
  };
  const listed = instead(4, { '/Annots [': '/Annots [300 0 R ' });
  const gone = { number: 4, body: bodyOf(document, 4) };

  it('MAP-8 stands for nothing that is shown', () => {
    const noted = updated(once, [listed, link]);
    expect(lines(updated(further(noted, 'stamp', 'DocTimeStamp'), [gone])).at(-1)).toBe(
      '5 annotation /Annots 300',
    );
    expect(lines(updated(further(noted, 'sign'), [gone])).at(-1)).toBe('5 signed_annotation /Annots 300');
    const stamp = sealed(
      updated(document, [listed, link, instead(102, { '>>': '/V 310 0 R>>' }), value(310, 'DocTimeStamp')]),
    );
    expect(lines(updated(stamp, [gone]))).toEqual(['3 annotation /Annots 300']);
    expect(lines(updated(signed(document, listed, link), [gone]))).toEqual([
      '3 signed_annotation /Annots 300',
    ]);
  });
});

describe('what cannot be compared', () => {
  it('MAP-8 past the bounds of a file, is a change that says so', () => {
    let file = updated(once, renamed(once));
    for (let at = 0; at < 60; at++) file = updated(file, [{ number: 300, body: `(${at})` }]);
    const all = only(file, { entries: 300 });
    expect(all?.level).toBe('other');
    expect(all?.changes.at(-1)).toMatchObject({ level: 'other', rule: 'unexplained', reason: 'limit' });
    expect(all?.changes.at(-1)?.what).toMatch(/^too_/);
  });

  it('MAP-8 of more fields than are read, is a change that says so', () => {
    const more = (count: number): TestObject[] => [
      instead(
        110,
        { '/Fields[': `/Fields[${Array.from({ length: count }, (_, at) => `${400 + at} 0 R `).join('')}` },
        once,
      ),
      ...Array.from({ length: count }, (_, at) => ({ number: 400 + at, body: `<</FT/Sig/T(more${at})>>` })),
    ];
    const file = updated(updated(once, more(9)), [{ number: 110, body: bodyOf(once, 110) }]);
    expect(only(file, { fields: 8 })?.changes.map(({ reason }) => reason)).toEqual(['limit']);
  });

  it('MAP-8 as it cannot be read, is a change, and what follows is compared', () => {
    const broken = updated(once, [{ number: 110, body: '<</Fields[' }]);
    const mended = updated(broken, [{ number: 110, body: bodyOf(once, 110) }]);
    const after = updated(mended, [{ number: 5, body: '(other)' }]);
    expect(lines(after)).toContain('3 unreadable broken_object');
    expect(lines(after)).toContain('5 content object 5');
  });
});
