import {
  type Attack,
  documentObjects,
  notationAttacks,
  notationInnocents,
  streamBody,
  writePdf,
} from '@websign/testkit';
import { describe, expect, it } from 'vitest';
import { inspect } from '../src/index.ts';
import { open } from './support.ts';

/** What is told of content that cannot be read, or not in one way. */
const OURS = new Set(['ambiguous_syntax', 'unreadable_object']);

const kindsIn = (attack: Attack): string[] =>
  [...new Set(inspect(open(attack.bytes())).findings.map(({ kind }) => kind))].filter((kind) =>
    OURS.has(kind),
  );

describe('content that readers read differently', () => {
  it.each(notationAttacks)('SGN-7 $name', (attack) => {
    expect(kindsIn(attack)).toEqual(attack.expect);
  });

  it.each(notationInnocents)('SGN-7 nothing is found in $name', (attack) => {
    expect(kindsIn(attack)).toEqual([]);
  });
});

/** A hang, on the slowest machine that builds this. */
const HANG = 60_000;
const times = (count: number, text: string): string => text.repeat(count);

describe('notations are looked for within bounds', () => {
  it.each([
    ['a line of a million comments', times(1_000_000, '%\r')],
    ['a line of comments that almost show something', times(100_000, '%)   \r/a   \r')],
    ['a million operators without their operands', times(1_000_000, 'Td\n')],
    ['a million words that are several', times(1_000_000, 'QQ\n')],
    ['hexadecimal digits that are none', `<${times(2_000_000, 'z')}`],
    ['a number of two million signs', times(2_000_000, '-')],
    ['a million resources of nobody', times(300_000, '/None gs\n')],
    ['inline images with ends within', times(100_000, 'BI /W 9 /H 9 /BPC 8 /CS /G ID \nEI\n)Tj EI\n')],
  ])(
    '%s',
    (_, content) => {
      const objects = documentObjects({ pages: [{ content }] });
      const started = performance.now();
      inspect(open(writePdf({ kind: 'table', objects })));
      expect(performance.now() - started).toBeLessThan(HANG / 4);
    },
    HANG,
  );

  it(
    'a page of thirty thousand parts',
    () => {
      const parts = Array.from({ length: 30_000 }, (_, at) => `${100 + at} 0 R`).join(' ');
      const objects = documentObjects({
        more: Array.from({ length: 30_000 }, (_, at) => ({ number: 100 + at, body: streamBody('[(a)') })),
      }).map((object) =>
        object.number === 4 && typeof object.body === 'string'
          ? { number: 4, body: object.body.replace('/Contents 5 0 R', `/Contents[${parts}]`) }
          : object,
      );
      const { findings } = inspect(open(writePdf({ kind: 'table', objects })));
      expect(findings.length).toBeGreaterThan(0);
    },
    HANG,
  );
});
