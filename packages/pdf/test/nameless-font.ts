import { documentObjects, writePdf } from '@websign/testkit';
import { TrueType } from '../src/content/font/program/truetype.ts';
import { font, latin1, open } from './support.ts';

const whole = new TrueType(open(writePdf({ kind: 'table', objects: documentObjects() })), font);

/** The number of a letter's glyph in the font of signatures; 0 where it has none. */
export const glyphOf = (letter: string): number => whole.unicodeGlyphs(letter.codePointAt(0) ?? 0)[0] ?? 0;

/** That font without the tables that tell which glyph is which letter. */
export const nameless = Buffer.from(font);
for (const table of ['cmap', 'post'])
  nameless.write('none', latin1(font.subarray(0, 512)).indexOf(table), 'latin1');
