import { documentObjects, streamBody, writePdf } from '@websign/testkit';
import { describe, expect, it } from 'vitest';
import { inspect } from '../src/index.ts';
import { showingOf } from '../src/inspect/structure/showing.ts';
import { open } from './support.ts';

/** What is told of a stream that nothing leads to. */
const told = (content: string, entries = ''): string[] => {
  const more = [{ number: 200, body: streamBody(content, entries) }];
  const file = writePdf({ kind: 'table', objects: documentObjects({ more }) });
  return inspect(open(file)).findings.map(({ kind }) => kind);
};

describe('content that nothing leads to', () => {
  it.each([
    ['text before a comment', 'BT /F1 9 Tf 20 30 Td (Pay 9000)Tj% nothing\nET'],
    ['text before a name', 'BT /F1 9 Tf 20 30 Td (Pay 9000)Tj/F1 9 Tf ET'],
    ['text of a new line', "BT /F1 9 Tf 20 30 Td (Pay 9000)'(more)' ET"],
    ['text at the very end', 'BT /F1 9 Tf 20 30 Td [(Pay 9000)]TJ'],
    ['operators that follow each other without a space', 'qBT /F1 9 Tf 20 30 Td (Pay 9000)TjET'],
    ['text behind blanks that fill 64 KB', `BT ${' '.repeat(70_000)} /F1 9 Tf 20 30 Td (Pay 9000) Tj ET`],
    ['an object whose name is escaped, before a comment', '/Im#31 Do% nothing\n'],
  ])('UP-6: %s', (_, content) => expect(told(content)).toContain('unreferenced_content'));

  it.each([
    ['a frame', '0 0 99 99 re S'],
    ['operators in a string', '0 0 99 99 re S /Note <</A(Tj Do)>> DP'],
    ['operators in a comment', '0 0 99 99 re S % (x) Tj /Im1 Do\n'],
  ])('%s shows nothing', (_, content) => expect(told(content)).toEqual([]));

  it('a former look shows a value where it is marked so, within its own marks alone', () => {
    const pdf = open(writePdf({ kind: 'table', objects: documentObjects() }));
    const beside = (content: string) => showingOf(pdf, Buffer.from(content)).textBesideValue;
    expect(beside('BT /Tx BMC /P BMC (a) Tj EMC (b) Tj EMC 0 0 9 9 re S')).toBe(false);
    expect(beside('BT /Tx BMC (a) Tj EMC (b) Tj /Tx BMC EMC')).toBe(true);
    expect(beside('BT (a) Tj /Tx BMC EMC')).toBe(true);
  });
});
