import { appendUpdate, streamBody } from '@websign/testkit';
import { describe, expect, it } from 'vitest';
import { FIELD, previous, signed, told } from './later-changes-bytes.ts';
import { changesOf } from './later-changes-support.ts';
import { latin1 } from './support.ts';

const OTHER = '5 0 obj (Pay 9) endobj\n';

describe('what readers that mend files find in an update', () => {
  it.each<[string, string, number]>([
    ['an object', OTHER, 4],
    ['an object behind a comment', `% none\n${OTHER}`, 11],
    ['an object behind a comment that ends otherwise', `% none\r${OTHER}`, 11],
    ['a section', 'xref\n', 0],
    ['a trailer', 'trailer\n<</Root 170 0 R>>\n', 0],
    ['an object behind a copy of another', `103 0 obj\n${FIELD}\nendobj\n${OTHER}`, FIELD.length + 22],
    ['an object of another generation', `103 1 obj\n${FIELD}\nendobj\n`, 6],
    ['an object that is another value', '103 0 obj\n(Pay 9)\nendobj\n', 6],
  ])('MAP-8 is told: %s', (_, bytes, at) => {
    expect(told({ before: bytes })).toEqual([`unlisted_object ${at}`]);
    expect(told({ after: bytes })).toHaveLength(1);
    expect(told({ end: bytes })).toHaveLength(1);
  });

  it.each([
    ['a comment', `% ${OTHER}`],
    ['comments in a row', '%% 5 0 obj\r% xref\n%trailer\n'],
    ['a longer word', 'anxref subtrailer 5 0 myobj\n'],
    ['a copy', `103 0 obj\n${FIELD}\nendobj\n`],
    ['two copies', `103 0 obj\n${FIELD}\nendobj\n`.repeat(2)],
    ['numbers that touch the word, of which no reader makes an object', '5 0obj (Pay 9) endobj\n'],
    ['words that begin like others', '9 0 of x to\n'],
    ['other words', 'Pay 9 endstream endobj\n'],
  ])('MAP-8 is nothing in %s', (_, bytes) => {
    expect(told({ before: bytes })).toEqual([]);
    expect(told({ after: bytes })).toEqual([]);
  });

  it('MAP-8 is told where the entry of another number names its place', () => {
    const at = signed.length + 9;
    const update = `${signed}% before\n5 0 obj (Pay 9) endobj\n`;
    const table = update.length;
    const entry = `${String(at).padStart(10, '0')} 00000 n \n`;
    const section = `xref\n980 1\n${entry}trailer\n<</Size 990/Root 1 0 R/Info 160 0 R/Prev ${previous}>>\n`;
    const file = `${update}${section}startxref\n${table}\n%%EOF\n`;
    const changes = changesOf(Buffer.from(file, 'latin1'))?.changes ?? [];
    expect(changes.map(({ reason }) => reason)).toContain('unlisted_object');
  });

  it.each([
    ['the data of a stream', latin1(streamBody(`xx\nendstream\nendobj\n${OTHER}`))],
    ['the line after a comment in the data of a stream', latin1(streamBody(`%\r${OTHER}`))],
    ['a string with a percent sign', '((%) 5 0 obj (Pay 9))'],
    ['a line of which some readers begin another', latin1(streamBody('x%<5 0 obj (Pay 9) endobj'))],
    ['numbers with signs', latin1(streamBody('+5 -0 obj (Pay 9) endobj'))],
    ['numbers with a comment between them', latin1(streamBody('5 %\n0 obj (Pay 9) endobj'))],
    [
      'numbers with a long comment between them',
      latin1(streamBody(`5 %${'x'.repeat(5000)}\n0 obj (Pay 9) endobj`)),
    ],
    ['a number with a comment behind it', latin1(streamBody('5 0 % 7\nobj (Pay 9) endobj'))],
    ['a blank that is none to others', latin1(streamBody('5\v0\vobj (Pay 9) endobj'))],
    ['a longer word', latin1(streamBody('5 0 obj! (Pay 9) endobj'))],
    ['a comment in the data of a stream', latin1(streamBody(`% ${OTHER}`))],
    ['numbers of any length', latin1(streamBody(`5 ${'0'.repeat(5000)} obj (Pay 9) endobj`))],
    ['numbers past all bounds', latin1(streamBody('4294967301 0 obj (Pay 9) endobj'))],
    ['numbers with signs in them', latin1(streamBody('5-0 0-0 obj (Pay 9) endobj'))],
    ['a number with a sign behind it', latin1(streamBody('5 0- obj (Pay 9) endobj'))],
    ['a number with a point', latin1(streamBody('5 0. obj (Pay 9) endobj'))],
    ['numbers with null characters between them', latin1(streamBody('5\x000\0obj (Pay 9) endobj'))],
    ['numbers with other control characters between them', latin1(streamBody('5\x1c0\xa0obj (Pay 9)'))],
    [
      'numbers with comments in a row between them',
      latin1(streamBody('5 %a\r%b\n\n  %c%d\n0 %\nobj (Pay 9)')),
    ],
    ['numbers in lines of their own', latin1(streamBody('x 5\n0\n%\nobj (Pay 9)'))],
    ['a dictionary behind its numbers', latin1(streamBody('5 0<<>>obj (Pay 9)'))],
    ['a dictionary and blanks behind its numbers', latin1(streamBody('5 0 <</A 1>> obj (Pay 9)'))],
    ['a dictionary between its numbers', latin1(streamBody('5<<>>0 obj (Pay 9)'))],
    ['a dictionary in another line', latin1(streamBody('5 0 <</A 1>> %x\n%\nobj (Pay 9)'))],
    ['a dictionary between its numbers, in another line', latin1(streamBody('5<<>>0\nobj (Pay 9)'))],
    ['numbers that follow another one', latin1(streamBody('7 5 0 obj (Pay 9)'))],
    ['numbers that follow a delimiter', latin1(streamBody('x<5 0 obj (Pay 9)'))],
    ['a line that is none, so far from its comment', latin1(streamBody(`%${'x'.repeat(300)} ${OTHER}`))],
    ['a string', `(${OTHER})`],
    ['the name of an entry’s value', `<</A[(x)\n(${OTHER})]>>`],
  ])('MAP-8 is told where an object stands in %s', (_, body) => {
    expect(told({ body })).toContainEqual(expect.stringMatching(/^unlisted_object/));
  });

  it.each([
    ['a section', 'xref trailer startxref'],
    ['half of an object', '0 obj'],
    ['half of an object behind comments', '%\n%\n0 % x\n obj'],
    ['a word behind a sign and a number', '- 0 obj . 1 obj'],
    ['a number that another word parts from the next', '5 x 0 obj 5\nx%\n0 obj'],
    ['an object without a generation', 'no 5 obj'],
    ['a word that ends like it', '5 0 myobj 5 0xobj'],
    ['a word behind half of the end of a dictionary', '5 0> obj 5>0 obj 5 0 > > obj'],
    ['a word behind a dictionary and another word', '5 0<<>>x obj 5<<>>x 0 obj'],
  ])('MAP-8 is nothing where %s stands in the data of a stream', (_, data) => {
    const found = told({ body: latin1(streamBody(data)) });
    expect(found).not.toContainEqual(expect.stringMatching(/^unlisted_object/));
  });
});

describe('a comment that notes an object', () => {
  const NOTE = `% ${OTHER}`;
  const CONTENT = latin1(streamBody('x'));

  it('MAP-8 is passed over by readers behind an object that is closed', () => {
    expect(told({ before: NOTE, after: `%\n${NOTE}${NOTE}` })).toEqual([]);
    const found = told({ body: CONTENT, after: NOTE });
    expect(found).not.toContainEqual(expect.stringMatching(/^unlisted_object/));
  });

  it('MAP-8 is told within an object, and behind a trailer: some readers look for others there', () => {
    const unlisted = [expect.stringMatching(/^unlisted_object/)];
    expect(told({ end: NOTE })).toEqual(unlisted);
    expect(told({ body: FIELD.replace('<<', () => `<<\n${NOTE}\n/X null`) })).toEqual(unlisted);
  });

  it('MAP-8 is told behind a stream that no word closes', () => {
    const update = (end: string): string[] => {
      const body = `103 0 obj\n${CONTENT}\n${end}\n${NOTE}`;
      const table = `xref\n103 1\n${String(signed.length).padStart(10, '0')} 00000 n \ntrailer\n`;
      const trailer = `<</Size 990/Root 1 0 R/Info 160 0 R/Prev ${previous}>>\n`;
      const file = `${signed}${body}${table}${trailer}startxref\n${signed.length + body.length}\n%%EOF\n`;
      const changes = changesOf(Buffer.from(file, 'latin1'))?.changes ?? [];
      return changes.map(({ reason, rule }) => reason ?? rule);
    };
    expect(update('')).toContain('unlisted_object');
    expect(update('endobj')).not.toContain('unlisted_object');
  });
});

describe('a note in an object stream that is not packed', () => {
  const KEYS = '<</A 1/B(x)>>';
  const update = (note: string): string[] => {
    const file = Buffer.from(signed, 'latin1');
    const stream = streamBody(`905 0 ${note}`, '/Type/ObjStm/N 1/First 6');
    const at = signed.length;
    const object = `980 0 obj\n${latin1(stream)}\nendobj\n`;
    const row = (kind: number, place: number): Buffer => {
      const octets = Buffer.alloc(7);
      octets[0] = kind;
      octets.writeUInt32BE(place, 1);
      return octets;
    };
    const rows = Buffer.concat([row(2, 980), row(1, at), row(1, at + object.length)]);
    const entries = `/Type/XRef/W[1 4 2]/Index[905 1 980 2]/Size 990/Root 1 0 R/Info 160 0 R/Prev ${previous}`;
    const section = `981 0 obj\n${latin1(streamBody(rows, entries))}\nendobj\nstartxref\n`;
    const tail = Buffer.from(`${object}${section}${at + object.length}\n%%EOF\n`, 'latin1');
    const changes = changesOf(Buffer.concat([file, tail]))?.changes ?? [];
    return changes.map(({ reason, rule }) => reason ?? rule);
  };

  it('is nothing where the object stands behind it that has its number', () => {
    expect(update(`% 905 0 obj\n${KEYS}`)).toEqual(['unused_object']);
  });

  it.each([
    ['of another number', `% 5 0 obj\n${KEYS}`],
    ['before a stream', `% 905 0 obj\n${KEYS} stream\nxx`],
    ['behind its object', `${KEYS}\n% 905 0 obj\n[]`],
    ['before nothing', `${KEYS}\n% 905 0 obj\n`],
  ])('MAP-8 is told %s', (_, note) => {
    expect(update(note)).toContain('unlisted_object');
  });
});

it('MAP-8 an object is told whose number begins another line to readers that take lines in pieces', () => {
  const update = (before: number, number: number): string[] => {
    const lead = `%${'x'.repeat(before - 1)}`;
    const at = signed.length + lead.length;
    const body = `${lead}${number} 0 obj\n(x)\nendobj\n`;
    const table = `xref\n${number} 1\n${String(at).padStart(10, '0')} 00000 n \ntrailer\n`;
    const trailer = `<</Size 990/Root 1 0 R/Info 160 0 R/Prev ${previous}>>\n`;
    const file = `${signed}${body}${table}${trailer}startxref\n${signed.length + body.length}\n%%EOF\n`;
    const changes = changesOf(Buffer.from(file, 'latin1'))?.changes ?? [];
    return changes.map(({ reason, rule }) => reason ?? rule);
  };
  for (const before of [253, 254, 508, 509]) expect(update(before, 905)).toContain('unlisted_object');
  for (const before of [252, 255, 507, 510]) expect(update(before, 905)).toEqual(['unused_object']);
});

describe('a trailer behind that of a section', () => {
  const behind = (kind: 'table' | 'stream', trailer: string): string[] => {
    const update = latin1(
      appendUpdate(Buffer.from(signed, 'latin1'), {
        kind,
        objects: [{ number: 103, body: FIELD }],
        trailer: '/Info 160 0 R/ID[<01><02>]',
      }),
    );
    const at = update.lastIndexOf('startxref');
    const file = `${update.slice(0, at)}trailer\n${trailer}\n${update.slice(at)}`;
    const changes = changesOf(Buffer.from(file, 'latin1'))?.changes ?? [];
    return changes.map(({ reason, what }) => `${reason} ${Number(what.slice(5)) - at}`);
  };

  it.each(['table', 'stream'] as const)('MAP-8 names no other document (%s)', (kind) => {
    expect(behind(kind, '<</Size 990/Root 170 0 R>>')).toEqual(['unlisted_object 0']);
    expect(behind(kind, '<</Size 990/Root 1 0 R/Info 120 0 R>>')).toEqual(['unlisted_object 0']);
    expect(behind(kind, '<</Size 990/Root 1 0 R/Encrypt 170 0 R>>')).toEqual(['unlisted_object 0']);
    expect(behind(kind, '<</Size 990/Root 170 0 R/Root 1 0 R>>')).toEqual(['unlisted_object 0']);
  });

  it.each(['table', 'stream'] as const)(
    'says again what the section says, as some writers leave it (%s)',
    (kind) => {
      expect(behind(kind, '<</Size 990/Root 1 0 R/Info 160 0 R/ID[<01><02>]>>')).toEqual([]);
      expect(behind(kind, '<</Size 1>>')).toEqual([]);
      expect(behind(kind, '[170 0 R]')).toEqual([]);
    },
  );
});
