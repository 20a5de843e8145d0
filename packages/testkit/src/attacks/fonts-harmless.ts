import { streamBody } from '../pdf/index.ts';
import {
  COPIES_NINE,
  composite,
  descriptor,
  differences,
  type FontPage,
  helvetica,
  made,
  map,
  program,
  SHOWS_ONE,
  WIN,
} from './font-pages.ts';
import { testTrueType } from './fontprograms.ts';
import { drawnRight, whole } from './fonts-drawn.ts';

/** What everyday writers leave behind: shown and copied alike, or nothing is known. */
const harmless: Record<string, FontPage> = {
  ...drawnRight,
  ...whole,
  'a text map that agrees': { font: helvetica(WIN), more: [COPIES_NINE] },
  'no text map': { font: helvetica('').replace('/ToUnicode 101 0 R', '') },
  ligatures: {
    font: helvetica(differences('1/fi/f_f_i')),
    more: [map(['01', '00660069'], ['02', 'FB03'])],
    shown: '<0102>',
  },
  'small capitals and old-style digits': {
    font: helvetica(differences('97/Asmall/oneoldstyle/b.sc')),
    more: [map(['61', '0061'], ['62', '0031'], ['63', '0042'])],
    shown: '(abc)',
  },
  'names that say nothing': {
    font: helvetica(differences('48/g12/c34/cid57/glyph1/G05/a20')),
    more: [
      map(['30', '0041'], ['31', '0042'], ['32', '0043'], ['33', '0044'], ['34', '0045'], ['35', '0046']),
    ],
    shown: '(012345)',
  },
  'Greek under Latin names': {
    font: helvetica(differences('65/Aacute/b/mu')),
    more: [map(['41', '03AC'], ['42', '03B2'], ['43', '03BC'])],
    shown: '(ABC)',
  },
  'blanks, hyphens and dashes': {
    font: helvetica(differences('32/nbspace/hyphen/endash/sfthyphen')),
    more: [map(['20', '0020'], ['21', '2010'], ['22', '002D'], ['23', '00AD'])],
    shown: '( !"#)',
  },
  'forms of compatibility': {
    font: helvetica(differences('65/A/Omega/mu/onesuperior/uni212B')),
    more: [map(['41', 'D835DC00'], ['42', '2126'], ['43', '00B5'], ['44', '0031'], ['45', '00C5'])],
    shown: '(ABCDE)',
  },
  'digits, points and dashes in other forms': {
    font: helvetica(differences('65/one/comma/period/minus/hyphen/percent/space')),
    more: [
      map(
        ['41', '0661'],
        ['42', '066C'],
        ['43', '066B'],
        ['44', '2013'],
        ['45', '00AD'],
        ['46', '066A'],
        ['47', '00A0'],
      ),
    ],
    shown: '(ABCDEFG)',
  },
  'points that lead, and signs of which nothing is known': {
    font: helvetica(differences('65/period/ellipsis/g12/bullet/ampersand')),
    more: [map(['41', '002E002E002E'], ['42', '2026'], ['43', '2169'], ['44', '2022'], ['45', '0026'])],
    shown: '(ABCDE)',
  },
  'what a map does not know': {
    font: helvetica(differences('48/zero/one')),
    more: [map(['30', 'FFFD'], ['31', '0000'])],
    shown: '(01)',
  },
  'private use': {
    font: helvetica(differences('65/A/B/uniF731')),
    more: [map(['41', 'E000'], ['42', 'F8FF'], ['43', '0031'])],
    shown: '(ABC)',
  },
  'letters and digits that look alike': {
    font: helvetica(differences('65/O/I/l/Alpha')),
    more: [map(['41', '0030'], ['42', '006C'], ['43', '0031'], ['44', '0041'])],
    shown: '(ABCD)',
  },
  'contradictions in codes that nothing shows': { font: helvetica(WIN), more: [map(['41', '0042'])] },
  'contradictions in text that is never painted': {
    font: helvetica(SHOWS_ONE),
    more: [COPIES_NINE],
    before: '3 Tr',
  },
  'names of Type 3 glyphs': {
    font:
      '<</Type/Font/Subtype/Type3/FontBBox[0 0 700 700]/FontMatrix[.001 0 0 .001 0 0]/FirstChar 57/LastChar 57/Widths[700]' +
      '/Encoding<</Differences[57/A]>>/CharProcs<</A 102 0 R>>/Resources<<>>/ToUnicode 101 0 R>>',
    more: [map(['39', '0042']), { number: 102, body: streamBody('700 0 d0 0 0 600 600 re f') }],
  },
  'a sign that has several characters': {
    font: composite('/CIDToGIDMap/Identity'),
    more: [
      map(['0001', '0041'], ['0002', '0391']),
      descriptor('FontFile2', 4),
      program(
        testTrueType(
          [
            { name: 'A', character: 'Α' },
            { name: 'A', character: 'Z' },
          ],
          { named: true },
        ),
      ),
    ],
    shown: '<00010002>',
  },
};

export const harmlessFonts = made(harmless, []);
