import { documentObjects, streamBody, writePdf } from '@websign/testkit';
import { describe, expect, it } from 'vitest';
import { type Finding, inspect } from '../src/index.ts';
import { open } from './support.ts';

const told = (text: string, map: string, encoding = '/WinAnsiEncoding'): Finding[] =>
  shown(`/F2 12 Tf (${text}) Tj`, map, `/BaseFont/Helvetica/Encoding ${encoding}`);

function shown(shows: string, map: string, font: string): Finding[] {
  const more = [
    { number: 100, body: `<</Type/Font/Subtype/Type1${font}/ToUnicode 101 0 R>>` },
    { number: 101, body: streamBody(`1 begincodespacerange <00><ff> endcodespacerange ${map}`) },
  ];
  const content = `BT 72 700 Td ${shows} ET`;
  const entries = '/Resources<</Font<</F1 3 0 R/F2 100 0 R>>>>';
  const objects = documentObjects({ pages: [{ content, entries }], more });
  return inspect(open(writePdf({ kind: 'table', objects }))).findings.filter(
    ({ kind }) => kind === 'text_map_mismatch',
  );
}

const chars = (...pairs: string[]): string => `${pairs.length} beginbfchar ${pairs.join(' ')} endbfchar`;

describe('text maps of fonts that every reader has', () => {
  it.each([
    ['a sign copied as nothing', '1/2 share', chars('<2f><>'), '/→'],
    ['a sign near digits', '\\225 500', chars('<95><002d>'), '•→-'],
    ['a letter of another script', 'OXI', chars('<4f><039d>', '<58><0391>', '<49><0399>'), 'O→Ν X→Α'],
    [
      'Latin letters copied as others that look alike',
      'Alpha Co',
      chars('<61><0430>', '<6f><043e>'),
      'a→а o→о',
    ],
    ['an array longer than its range', 'Fee 500', '1 beginbfrange <34><34>[<0034><0039>] endbfrange', '5→9'],
    ['a CID beside the text', 'Fee 900', `${chars('<39><0039>')} 1 begincidchar <39> 49 endcidchar`, '9→1'],
    ['a range of CIDs', 'Fee 900', `${chars('<39><0039>')} 1 begincidrange <38><39> 48 endcidrange`, '9→1'],
  ])('UP-6: %s', (_, text, map, excerpt) => {
    expect(told(text, map)).toMatchObject([{ page: 1, object: 100, excerpt }]);
  });

  it.each([
    [
      'a word on a name that no font has',
      'is Xliable',
      '<</Differences[88/foo]>>',
      chars('<58><006e006f0074>'),
      '�→not',
    ],
    ['a digit on no glyph', 'Fee 1500', '<</Differences[49/.notdef]>>', chars('<31><0031>'), '�→1'],
    ['a digit that only some readers draw', 'Fee 1500', '<</Differences[49/.notdef]>>', '', '�→�'],
    ['a digit by the number of a glyph', 'Fee 1500', '<</Differences[49/g57]>>', '', '�→�'],
  ])('UP-6: %s', (_, text, encoding, map, excerpt) => {
    expect(told(text, map, encoding)).toMatchObject([{ page: 1, object: 100, excerpt }]);
  });

  it.each([
    ['a bullet copied as a dash before words', '\\225 word', chars('<95><002d>')],
    ['a sign copied as nothing among words', 'and/or', chars('<2f><>')],
    ['Greek letters that look the same', 'OXI', chars('<4f><039f>', '<58><03a7>', '<49><0399>')],
    ['CIDs that say the same', 'Fee 900', `${chars('<39><0039>')} 1 begincidchar <39> 57 endcidchar`],
    ['an array whose surplus says the same', 'Fee 500', '1 beginbfrange <34><34>[<0034><0035>] endbfrange'],
  ])('SGN-7: no warning of %s', (_, text, map) => {
    expect(told(text, map)).toEqual([]);
  });

  it('SGN-7: no warning of a font of Cyrillic whose letters have Latin names where they look alike', () => {
    const map = chars('<61><0430>', '<6f><043e>', '<dd><0436>');
    const encoding = '<</BaseEncoding/WinAnsiEncoding/Differences[221/afii10072]>>';
    expect(told('Alpha Co \\335', map, encoding)).toEqual([]);
  });

  describe('of Zapf Dingbats without a program, which has ornaments alone', () => {
    const tells = (text: string, entries: string): (string | undefined)[] => {
      const more = [
        { number: 100, body: `<</Type/Font/Subtype/Type1/BaseFont/ZapfDingbats${entries}>>` },
        {
          number: 101,
          body: streamBody(
            '1 begincodespacerange <00><ff> endcodespacerange 1 beginbfrange <20><7e><0020> endbfrange',
          ),
        },
      ];
      const content = `BT /F2 12 Tf 72 700 Td (${text}) Tj ET`;
      const objects = documentObjects({
        pages: [{ content, entries: '/Resources<</Font<</F2 100 0 R>>>>' }],
        more,
      });
      return inspect(open(writePdf({ kind: 'table', objects })))
        .findings.filter(({ kind }) => kind === 'text_map_mismatch')
        .map(({ excerpt }) => excerpt);
    };

    it.each([
      ['copied by an encoding of letters', '/Encoding/WinAnsiEncoding'],
      ['copied by a map', '/ToUnicode 101 0 R'],
    ])('UP-6: words that are %s', (_, entries) => {
      expect(tells('No rent', entries)).toEqual(['✽→N ✽→e ✽→n ✽→o ✽→r ✽→t']);
    });

    it.each([
      ['ticks with the letters and digits at their places', '4 l n u 8 H', '/Encoding/WinAnsiEncoding'],
      ['ornaments by their own encoding', 'No rent', ''],
    ])('SGN-7: no warning of %s', (_, text, entries) => expect(tells(text, entries)).toEqual([]));
  });

  it('keeps a bounded number of texts beyond the end of a range', () => {
    const surplus = '<0039>'.repeat(5000);
    expect(told('Fee 500', `1 beginbfrange <34><34>[<0034>${surplus}] endbfrange`)).toHaveLength(1);
  });
});

describe('the sign for a millionth, in a string of its own', () => {
  const dose = (apart: number, copied: string): Finding[] =>
    shown(
      `/F1 12 Tf (75) Tj ${13.34 + apart} 0 Td /F2 12 Tf (m) Tj 7 0 Td /F1 12 Tf (g) Tj`,
      chars(`<6d><${copied}>`),
      '/BaseFont/Symbol',
    );

  it.each([0, 3.3])('UP-6: copied as that for a thousandth, %s points behind a number', (apart) =>
    expect(dose(apart, '006d')).toMatchObject([{ page: 1, object: 100, excerpt: 'μ→m' }]),
  );

  it('SGN-7: no warning of what is copied as it is, or stands elsewhere', () => {
    expect(dose(3.3, '00b5')).toEqual([]);
    expect(dose(30, '006d')).toEqual([]);
  });
});

describe('entries of /ToUnicode that some readers take and others do not', () => {
  it.each([
    ['of one byte', chars('<31><31>')],
    ['of three digits', chars('<31><031>')],
    ['behind a nought', chars('<31><00000031>')],
    ['of three bytes', chars('<31><000031>')],
    ['that are half a character', chars('<31><d835>')],
    ['in a section of fewer than it says', '5 beginbfchar <31><0031> endbfchar'],
    ['in a section of more than it says', '1 beginbfchar <31><0031> <32><0032> endbfchar'],
    ['in a range of fewer than it says', '2 beginbfrange <31><31><0031> endbfrange'],
    ['in a section that does not say how many', 'beginbfchar <31><0031> endbfchar'],
  ])('UP-6: %s', (_, map) => {
    const [{ excerpt = '' } = {}, ...others] = told('Fee 1500', `${chars('<30><0030>')} ${map}`);
    expect(excerpt).toContain('→�');
    expect(others).toEqual([]);
  });

  it.each([
    ['of whole characters', chars('<31><0031>', '<32><d835dfd0>')],
    ['in a range from nought on', '1 beginbfrange <00><ff><0000> endbfrange'],
    ['in ranges with an array', '2 beginbfrange <31><32>[<0031><0032>] <35><35><0035> endbfrange'],
    ['whose codes are not shown', '5 beginbfchar <39><0039> endbfchar'],
  ])('SGN-7: no warning of texts %s', (_, map) => expect(told('Fee 1500', map)).toEqual([]));

  it('SGN-7: no warning of a map that all readers take or none', () => {
    expect(told('1500', '9 beginbfchar <30><0030> <31><0031> <35><0035> endbfchar')).toEqual([]);
  });
});
