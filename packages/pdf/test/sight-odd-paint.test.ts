import { bodyOf, furtherSignature, signedDocument, streamBody, updated } from '@websign/testkit';
import { beforeAll, expect, it } from 'vitest';
import { changesOf } from './later-changes-support.ts';
import { sign } from './support.ts';

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

function toldOf(content: string, resources = ''): string[] {
  const changes = changesOf(furtherSignature(signed, { content, resources }))?.changes ?? [];
  return changes.map(({ rule, reason }) => reason ?? rule);
}

const stencil = (entries: string): string =>
  `1 g q 230 0 0 40 0 0 cm BI /W 8 /H 1 /IM true ${entries} ID \x00 EI Q`;

// Readers take what is odd about such entries in several ways: some of them paint.
it.each([
  ['that paints', ''],
  ['with /Decode in both forms', '/D [0 1] /Decode [1 0]'],
  ['with a filter in both forms', '/Filter /AHx /F []'],
  ['whose samples mean the same', '/D [1 1]'],
  ['whose samples mean nothing', '/D [0 0]'],
  ['whose samples mean the other way round', '/D [1 0]'],
])('MAP-8 a later look hides what was signed by an inline stencil %s', (_name, entries) => {
  expect(toldOf(stencil(entries))).toContain('covers_content');
});

const WHITE = '/ColorSpace/DeviceGray/Function<</FunctionType 2/Domain[0 1]/C0[1]/C1[1]/N 1>>';

it.each([
  ['between its ends', '/ShadingType 2/Coords[0 0 230 0]'],
  ['elsewhere, by where its axis lies', '/ShadingType 2/Coords[5000 0 5001 0]/Extend[true true]'],
  ['between two circles', '/ShadingType 3/Coords[0 20 30 230 20 30]'],
])('MAP-8 a later look hides what was signed by a shading %s', (_name, shading) => {
  expect(toldOf('0 0 230 40 re W n /S sh', `/Shading<</S<<${WHITE}${shading}>>>>`)).toContain(
    'covers_content',
  );
  const pattern = `/Pattern<</P<</PatternType 2/Shading<<${WHITE}${shading}>>>>>>`;
  expect(toldOf('/Pattern cs /P scn 0 0 230 40 re f', pattern)).toContain('covers_content');
});

it.each([
  ['a dashed line as broad as it', '40 w [100 1] 0 d 0 20 m 230 20 l S'],
  ['dots with round ends', '1 J 40 w [0 4] 0 d 0 20 m 230 20 l S'],
])('MAP-8 a later look hides what was signed by %s', (_name, line) => {
  expect(toldOf(`1 G ${line}`)).toContain('covers_content');
});
