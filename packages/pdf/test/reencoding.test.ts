import {
  documentObjects,
  streamBody,
  type TestObject,
  testEncryption,
  writePdf,
  type XrefKind,
} from '@websign/testkit';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { inspect } from '../src/index.ts';
import { chooser, reencode } from './reencode.ts';
import { open } from './support.ts';

const KINDS: XrefKind[] = ['table', 'stream', 'objstm'];
const CIPHERS = [undefined, 'rc4', 'aes256'] as const;
const kindsOf = (bytes: Uint8Array): string[] =>
  [...new Set(inspect(open(bytes)).findings.map(({ kind }) => kind))].sort();

/** One of each: scripts in strings and streams, actions of pages and annotations, attachments, layers. */
const samples: Record<string, { catalog?: string; entries?: string; more: TestObject[] }> = {
  'a script at opening': {
    catalog: '/OpenAction 100 0 R',
    more: [{ number: 100, body: '<</S/JavaScript/JS(app.alert\\(1\\))>>' }],
  },
  'a script in a stream': {
    catalog: '/Names<</JavaScript<</Names[(a) 100 0 R]>>>>',
    more: [
      { number: 100, body: '<</S/JavaScript/JS 101 0 R>>' },
      { number: 101, body: streamBody('app.alert(1)', '', 'flate') },
    ],
  },
  'a program behind a click': {
    entries: '/Annots[100 0 R]',
    more: [
      {
        number: 100,
        body: '<</Type/Annot/Subtype/Link/Rect[10 10 50 50]/A<</S/Launch/F(calc.exe)>>>>',
      },
    ],
  },
  'an attachment': {
    catalog: '/Names<</EmbeddedFiles<</Names[(a) 100 0 R]>>>>',
    more: [
      { number: 100, body: '<</Type/Filespec/F(a.txt)/EF<</F 101 0 R>>>>' },
      { number: 101, body: streamBody('text', '/Type/EmbeddedFile') },
    ],
  },
};

describe('SGN-7 what is found does not depend on how it is written', () => {
  it.each(Object.entries(samples))('%s', (_, { catalog = '', entries = '', more }) => {
    const objects = documentObjects({ catalog, pages: [{ entries }], more });
    const plain = kindsOf(writePdf({ kind: 'table', objects }));
    expect(plain.length).toBeGreaterThan(0);
    const pdf = open(writePdf({ kind: 'table', objects }));
    fc.assert(
      fc.property(
        fc.integer(),
        fc.constantFrom(...KINDS),
        fc.constantFrom(...CIPHERS),
        (seed, kind, cipher) => {
          const encryption = cipher === undefined ? undefined : testEncryption(cipher);
          expect(kindsOf(reencode(pdf, kind, chooser(seed), encryption))).toEqual(plain);
        },
      ),
      { numRuns: 40 },
    );
  });
});
