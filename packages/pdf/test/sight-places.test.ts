import {
  bodyOf,
  documentObjects,
  furtherSignature,
  signedDocument,
  streamBody,
  updated,
  writePdf,
} from '@websign/testkit';
import { describe, expect, it } from 'vitest';
import { inspect } from '../src/index.ts';
import { changesOf } from './later-changes-support.ts';
import { open, sign } from './support.ts';

/** Blanks are 278 wide and all else is 556. */
const WIDTHS = `${'278 '.repeat(16)}${'556 '.repeat(79)}`;
const FONT = `<</Type/Font/Subtype/Type1/BaseFont/Helvetica/FirstChar 32/LastChar 126/Widths[${WIDTHS}]>>`;

/** A page that shows a text, signed; then signed again with a white look at a place. */
async function covered(content: string, rect: string, font = FONT): Promise<string[]> {
  const document = signedDocument();
  const objects = [
    { number: 3, body: font },
    { number: 4, body: bodyOf(document, 4).replace(' 150 0 R', '') },
    { number: 5, body: streamBody(`BT ${content} ET`) },
  ];
  const signed = await sign(updated(document, objects));
  const file = furtherSignature(signed, { content: '1 g 0 0 230 40 re f', rect });
  return (changesOf(file)?.changes ?? []).map(({ rule, reason }) => reason ?? rule);
}

describe('a letter is where the spacing puts it', () => {
  it.each([
    [
      'behind a blank that word spacing makes wide',
      '/F1 24 Tf 400 Tw 72 700 Td (a 1000) Tj',
      '[491 695 506 720]',
    ],
    ['behind character spacing', '/F1 24 Tf 20 Tc 72 700 Td (abcd 1) Tj', '[228 695 243 720]'],
    [
      'behind kerning',
      `/F1 24 Tf 72 700 Td [(a) -240 (b) -240 (c) -240 (d) -240 (1)] TJ`,
      '[148 695 163 720]',
    ],
    [
      'behind two thousand blanks without width',
      `/F1 24 Tf -6.672 Tw 72 700 Td (${' '.repeat(2100)}1000) Tj`,
      '[70 690 300 730]',
    ],
    ['before a blank that leads back over it', '/F1 24 Tf -80 Tw 72 700 Td (1000 ) Tj', '[70 690 127 730]'],
    [
      'before kerning that leads back over it',
      '/F1 24 Tf 72 700 Td [(1) 240 () 240 () 240 ( )] TJ',
      '[71 690 86 730]',
    ],
    ['from right to left', '/F1 24 Tf -40 Tc 300 700 Td (001) Tj', '[246 690 262 730]'],
    ['in a line of the other direction', '/F1 -24 Tf 100 Tw 300 700 Td (a 1) Tj', '[366 680 381 705]'],
  ])('MAP-8 %s', async (_, content, rect) => {
    expect(await covered(content, rect)).toContain('covers_content');
  });

  it('MAP-8 and has a width where the font says none', async () => {
    const font = FONT.replace(WIDTHS, '0 '.repeat(95));
    const each = '/F1 24 Tf 72 700 Td (P) Tj 15 0 Td (1) Tj 13 0 Td (0) Tj';
    expect(await covered(each, '[88 695 99 720]', font)).toContain('covers_content');
  });

  it('MAP-8 so that a look in the blank between them hides none', async () => {
    const rules = await covered('/F1 24 Tf 400 Tw 72 700 Td (a 1000) Tj', '[100 690 480 720]');
    expect(rules).not.toContain('covers_content');
    expect(rules).not.toContain('unread_look');
  });

  it('MAP-8 and past the strings that are kept a cover is never plain valid', async () => {
    const long = `/F1 1 Tf 0 700 Td ${`(${'x'.repeat(60_000)}) Tj 0 0 Td `.repeat(75)} /F1 24 Tf 72 -500 Td (1000) Tj`;
    expect(await covered(long, '[70 190 300 230]')).toContain('unread_look');
  });
});

describe('the inspection', () => {
  it('tells of a digit behind word spacing that is covered', () => {
    const content = 'BT /F1 24 Tf 400 Tw 72 700 Td (a 1000) Tj ET 1 g 490 695 20 25 re f';
    const more = [{ number: 3, body: FONT }];
    const objects = documentObjects({ pages: [{ content }] }).filter(({ number }) => number !== 3);
    const pdf = open(writePdf({ kind: 'table', objects: [...objects, ...more] }));
    expect(inspect(pdf).findings.map(({ kind }) => kind)).toContain('covered_text');
  });
});
