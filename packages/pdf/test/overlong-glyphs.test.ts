import { readFileSync } from 'node:fs';
import { documentObjects, writePdf } from '@websign/testkit';
import { describe, expect, it } from 'vitest';
import { Cff } from '../src/content/font/program/cff.ts';
import type { GlyphOutline } from '../src/content/font/program/outline.ts';
import { shapeOf } from '../src/content/font/program/raster.ts';
import { isOtherDigit } from '../src/inspect/hidden/digitshape.ts';
import { isOtherMark } from '../src/inspect/hidden/signshape.ts';
import { open } from './support.ts';

/** Faces of another package. */
const FOLDER = new URL('../../../node_modules/pdfjs-dist/standard_fonts/', import.meta.url);
const empty = open(writePdf({ kind: 'table', objects: documentObjects() }));

describe.each(['FoxitSerif.pfb', 'FoxitSerifBold.pfb', 'FoxitSerifItalic.pfb', 'FoxitFixed.pfb'])(
  '%s',
  (name) => {
    const program = new Cff(empty, readFileSync(new URL(name, FOLDER)));
    const glyph = (named: string): GlyphOutline => {
      const outline = program.outline(program.glyphNamed(named));
      if (outline === undefined || outline === 'unread') throw new Error('The glyph is missing');
      return outline;
    };
    const row = (named: string, count: number): GlyphOutline =>
      Array.from({ length: count }, (_, at) =>
        glyph(named).map((contour) =>
          contour.map((value, index) => value + (index % 2 === 0 ? 0.6 * at : 0)),
        ),
      ).flat();
    const isOther = (text: string, outline: GlyphOutline): boolean =>
      isOtherDigit(
        text,
        shapeOf(outline, () => {}),
      );
    const isMark = (text: string, named: string): boolean =>
      isOtherMark(
        text,
        shapeOf(glyph(named), () => {}),
      );

    it.each([2, 3, 4, 6])('UP-6: one digit that is drawn as %i of them', (count) => {
      expect(isOther('0', row('zero', count))).toBe(true);
      expect(isOther('5', row('five', count))).toBe(true);
    });

    it('SGN-7: no warning of digits, however broad', () => {
      for (const [text, named] of [
        ['0', 'zero'],
        ['5', 'five'],
      ] as const) {
        const broad = glyph(named).map((contour) =>
          contour.map((value, at) => (at % 2 === 0 ? 6 : 1) * value),
        );
        expect(isOther(text, broad)).toBe(false);
        expect(isOther(text, glyph(named))).toBe(false);
      }
    });

    it('UP-6: a per cent sign that is copied as one of per mille', () => {
      expect(isMark('‰', 'percent')).toBe(true);
      expect(isMark('%', 'perthousand')).toBe(true);
    });

    it('SGN-7: no warning of either where it is what it is copied as', () => {
      expect(isMark('‰', 'perthousand')).toBe(false);
      expect(isMark('%', 'percent')).toBe(false);
    });
  },
);
