import {
  bodyOf,
  documentObjects,
  furtherSignature,
  signedDocument,
  streamBody,
  updated,
  writePdf,
} from '@websign/testkit';
import { beforeAll, describe, expect, it } from 'vitest';
import { inspect } from '../src/index.ts';
import { changesOf } from './later-changes-support.ts';
import { open, sign } from './support.ts';

const WHITE = '1 g 0 0 600 850 re f';
const tiling = (entries: string, content: string): Uint8Array =>
  streamBody(content, `/Type/Pattern/PatternType 1/TilingType 1/Resources<<>>${entries}`);
const CELL = '/PaintType 1/BBox[0 0 600 850]';

let signed: Uint8Array;

beforeAll(async () => {
  const page = bodyOf(signedDocument(), 4).replace(' 150 0 R', '');
  signed = await sign(
    updated(signedDocument(), [
      { number: 4, body: page },
      { number: 5, body: streamBody('BT /F1 24 Tf 72 700 Td (Pay 1000 euros) Tj ET') },
    ]),
  );
});

function toldOf(entries: string, content: string, fill = '0 0 230 40 re f', type = 'Sig'): string[] {
  const look = {
    content: `/Pattern cs /P scn ${fill}`,
    resources: '/Pattern<</P 320 0 R>>',
    objects: [{ number: 320, body: tiling(entries, content) }],
  };
  const changes = changesOf(furtherSignature(signed, look, { type }))?.changes ?? [];
  return changes.map(({ rule, reason }) => reason ?? rule);
}

describe('a tiling pattern over what was signed', () => {
  it.each<[string, string, string]>([
    ['as far apart as it is large', `${CELL}/XStep 600/YStep 850`, WHITE],
    ['farther than the page is large', `${CELL}/XStep 100000/YStep 100000`, WHITE],
    ['in a box that is larger by far', '/PaintType 1/BBox[0 0 90000 90000]/XStep 100000/YStep 100000', WHITE],
    ['closer than they are large', `${CELL}/XStep 1/YStep 1`, '1 g 0 0 600 850 re f'],
    ['without steps', CELL, WHITE],
    [
      'without colours of their own',
      '/PaintType 2/BBox[0 0 600 850]/XStep 600/YStep 850',
      '0 0 600 850 re f',
    ],
    ['of a letter each', '/PaintType 1/BBox[0 0 13 13]/XStep 13/YStep 13', '1 g 0 0 13 13 re f'],
    ['of a speck each', '/PaintType 1/BBox[0 0 1 1]/XStep 1/YStep 1', '1 g 0 0 1 .6 re f'],
  ])('MAP-8 hides it by its cells: %s', (_, entries, content) => {
    expect(toldOf(entries, content)).toContain('covers_content');
    expect(toldOf(entries, content, '0 0 230 40 re f', 'DocTimeStamp')).toContain('covers_content');
  });

  it('MAP-8 hides it as a line, too', () => {
    const look = {
      content: '/Pattern CS /P SCN 40 w 0 20 m 230 20 l S',
      resources: '/Pattern<</P 320 0 R>>',
    };
    const objects = [{ number: 320, body: tiling(`${CELL}/XStep 100000/YStep 100000`, WHITE) }];
    const found = changesOf(furtherSignature(signed, { ...look, objects }));
    expect(found?.changes.map(({ reason }) => reason)).toContain('covers_content');
  });

  it.each<[what: string, entries: string, content: string, told?: string]>([
    ['beside the words', `${CELL}/XStep 600/YStep 850`, '1 g 400 0 200 850 re f'],
    ['a hatch', '/PaintType 1/BBox[0 0 4 4]/XStep 4/YStep 4', '.7 G .2 w 0 0 m 4 4 l S', 'drawn_over'],
    [
      'a hatch so fine that no cell is told apart',
      '/PaintType 1/BBox[0 0 1 1]/XStep 1/YStep 1',
      '.7 G .1 w 0 .5 m 1 .5 l S',
    ],
    ['nothing', `${CELL}/XStep 100000/YStep 100000`, ''],
  ])('MAP-8 hides no more than they paint: %s', (_, entries, content, told) => {
    expect(toldOf(entries, content)).toEqual(['further_signature', ...(told === undefined ? [] : [told])]);
  });
});

/** What the check before signing finds on a page that shows words and then a pattern over them. */
function findingsOf(entries: string, fill = '60 600 400 200 re f'): string[] {
  const text = 'BT /F1 24 Tf 72 700 Td (Pay 9000 euros to the bearer) Tj ET';
  const objects = documentObjects({
    pages: [
      {
        content: `${text} /Pattern cs /P scn ${fill}`,
        entries: '/Resources<</Font<</F1 3 0 R>>/Pattern<</P 90 0 R>>>>',
      },
    ],
    more: [{ number: 90, body: tiling(entries, WHITE) }],
  });
  return inspect(open(writePdf({ kind: 'table', objects }))).findings.map(({ kind }) => kind);
}

describe('text under a tiling pattern', () => {
  it.each([
    ['as far apart as it is large', `${CELL}/XStep 600/YStep 850`],
    ['farther than the page is large', `${CELL}/XStep 100000/YStep 100000`],
  ])('is told: cells %s', (_, entries) => {
    expect(findingsOf(entries)).toContain('covered_text');
    expect(findingsOf(entries, '60 600 m 460 600 l 460 790 l 400 800 l 60 800 l f')).toContain(
      'covered_text',
    );
  });

  it('is not told where the cells lie elsewhere', () => {
    expect(findingsOf('/PaintType 1/BBox[0 0 9 9]/XStep 100000/YStep 100000')).not.toContain('covered_text');
  });
});
