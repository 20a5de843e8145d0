import { documentObjects, writePdf } from '@websign/testkit';
import { describe, expect, it } from 'vitest';
import { inspect } from '../src/index.ts';
import { open } from './support.ts';

/** What is told of a page with a content, and a state dictionary /G1. */
function told(content: string, state = '<<>>'): string[] {
  const objects = documentObjects({ pages: [{ content }] }).map((object) =>
    object.number === 4
      ? { number: 4, body: String(object.body).replace('/Font<<', () => `/ExtGState<</G1 ${state}>>/Font<<`) }
      : object,
  );
  return inspect(open(writePdf({ kind: 'table', objects }))).findings.map(({ kind }) => kind);
}

describe('UP-6: a dash pattern of nothing but zeros, which readers draw as a line or not at all (ISO 32000-2 §8.4.3.6)', () => {
  it.each(['[0] 0 d', '[0 0] 0 d'])('%s', (dash) =>
    expect(told(`${dash} 72 700 m 300 700 l S`)).toContain('ambiguous_syntax'),
  );
  it.each(['[] 0 d', '[0 4] 0 d'])('SGN-7: none of %s', (dash) =>
    expect(told(`${dash} 72 700 m 300 700 l S`)).toEqual([]),
  );
});

describe('UP-6: a transfer function, which readers leave to the device or apply (ISO 32000-2 §10.5)', () => {
  const text = 'BT /F1 12 Tf 72 700 Td (The price is 9000 euro) Tj ET';
  const curve = (c0: number, c1: number): string =>
    `<</TR<</FunctionType 2/Domain[0 1]/C0[${c0}]/C1[${c1}]/N 1>>>>`;

  it('that makes dark what is light', () =>
    expect(told(`/G1 gs 1 g ${text}`, curve(1, 0))).toContain('ambiguous_syntax'));

  it('SGN-7: none that evens out a printer', () =>
    expect(told(`/G1 gs .2 g ${text}`, curve(0.05, 0.95))).toEqual([]));
});
