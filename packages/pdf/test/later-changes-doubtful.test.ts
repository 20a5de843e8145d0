import { appendUpdate, documentObjects, streamBody, type TestObject, writePdf } from '@websign/testkit';
import { describe, expect, it } from 'vitest';
import { changesOf } from './later-changes-support.ts';
import { latin1, sign } from './support.ts';

const IMAGE = '/Type/XObject/Subtype/Image/Width 1/Height 1/BitsPerComponent 8/ColorSpace/DeviceGray';
const more: TestObject[] = [{ number: 400, body: streamBody('x', IMAGE) }];
const resources = '/Resources<</XObject<</Im 400 0 R>>>>';
const file = await sign(
  writePdf({
    kind: 'table',
    objects: documentObjects({ pages: [{ content: 'q Q', entries: resources }], more }),
  }),
);
const page = /(\d+) 0 obj\n<<\/Type\/Page\b[\s\S]*?\/Contents (\d+) 0 R/.exec(latin1(file));
const content = Number(page?.[2]);

/** The reasons of what is told of an update that writes objects anew, with what ends the first one instead of its word. */
function told(objects: TestObject[], end = 'endobj'): string[] {
  const update = latin1(appendUpdate(file, { kind: 'table', objects }));
  const at = update.indexOf('endobj', file.length);
  const changed = `${update.slice(0, at)}${end}${update.slice(at + 6)}`;
  return (changesOf(Buffer.from(changed, 'latin1'))?.changes ?? []).map(({ reason, rule }) => reason ?? rule);
}

describe('a stream that an update writes anew', () => {
  const same = { number: content, body: latin1(streamBody('q Q')) };

  it('is what it was', () => {
    expect(told([same])).toEqual([]);
    expect(told([same], '\r\nendobj')).toEqual([]);
  });

  it.each([')ndobj', 'endo)j', '      ', 'endobjs'])(
    'MAP-8 is ambiguous where no word closes it, and some readers find no page: %s',
    (end) => {
      expect(told([same], end)).toContain('ambiguous');
    },
  );

  it.each(['/W 2', '/H 1', '/BPC 1', '/CS/DeviceRGB', '/IM true', '/D[1 0]', '/I true', '/W null'])(
    'MAP-8 is ambiguous where it is an image with short names, which some readers take: %s',
    (entry) => {
      expect(told([{ number: 400, body: streamBody('x', `${IMAGE}${entry}`) }])).toContain('ambiguous');
      expect(told([{ number: 400, body: streamBody('x', IMAGE) }])).toEqual([]);
    },
  );

  it('means nothing of an image by them in another stream', () => {
    const twice = { number: content, body: latin1(streamBody('q Q', '/H 1/I 2')) };
    expect(told([twice])).not.toContain('ambiguous');
  });
});
