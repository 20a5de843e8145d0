import { signedDocument, streamBody, updated } from '@websign/testkit';
import { describe, expect, it } from 'vitest';
import type { PdfDict, PdfValue } from '../src/syntax/values.ts';
import { raw } from '../src/syntax/values.ts';
import { changesOf, linesOf, raised } from './later-changes-support.ts';
import { latin1, open, sign, VISIBLE } from './support.ts';

/** Entries that objects gain: what readers show, run or go by. */
const GAINED = [
  '/V(x)',
  '/AP<</N 170 0 R>>',
  '/AA<</O 7>>',
  '/A<</S/URI>>',
  '/F 2',
  '/Contents 170 0 R',
  '/Extra 1',
];

/** An object written anew, and in which way. */
interface Edit {
  how: string;
  body: string | Uint8Array;
}

/** Each entry of a dictionary without, and with another value; the dictionary with more entries; other objects. */
function editsOf(value: PdfValue): Edit[] {
  const others = ['null', '7', '[]'].map((body) => ({ how: `becomes ${body}`, body }));
  if (value.type === 'stream') {
    const entries = [...value.dict.entries]
      .filter(([key]) => key !== 'Length' && key !== 'Filter')
      .map(([key, one]) => `/${key} ${latin1(raw(one))}`)
      .join('');
    return [{ how: 'has other data', body: streamBody('BT /F1 9 Tf (other) Tj ET', entries) }, ...others];
  }
  if (value.type !== 'dict') return others;
  return [...entryEdits(value), ...others];
}

function entryEdits(dict: PdfDict): Edit[] {
  const edits: Edit[] = [];
  const written = [...dict.entries].map(([key, value]) => ({ key, text: latin1(raw(value)) }));
  const bodyWith = (change: (key: string, text: string) => string | undefined, more = ''): string =>
    `<<${written.map(({ key, text }) => change(key, text) ?? '').join('')}${more}>>`;
  for (const [key, value] of dict.entries) {
    edits.push({
      how: `/${key} goes`,
      body: bodyWith((one, text) => (one === key ? undefined : `/${one} ${text}`)),
    });
    const other = otherThan(value);
    edits.push({
      how: `/${key} becomes ${other}`,
      body: bodyWith((one, text) => `/${one} ${one === key ? other : text}`),
    });
  }
  for (const gained of GAINED) {
    const key = /^\/(\w+)/.exec(gained)?.[1] ?? '';
    if (!dict.entries.has(key))
      edits.push({ how: `gains ${gained}`, body: bodyWith((one, text) => `/${one} ${text}`, gained) });
  }
  return edits;
}

function otherThan(value: PdfValue): string {
  if (value.type === 'number') return String(value.value + 1);
  if (value.type === 'name') return '/Other';
  if (value.type === 'string') return '(other)';
  if (value.type === 'array') return '[170 0 R]';
  return value.type === 'ref' ? '170 0 R' : '<</Other 1>>';
}

/** What is told of each edit of one object, a line each. */
function swept(signed: Uint8Array, number: number): string[] {
  const value = open(signed).object(number)?.value;
  if (value === undefined) return [];
  return editsOf(value).map(({ how, body }) => {
    const found = changesOf(updated(signed, [{ number, body }]));
    const told = found === undefined ? ['broken'] : [found.level, ...linesOf(found)];
    return `${number} ${how}: ${told.join(' | ')}`;
  });
}

const numbersOf = (file: Uint8Array): number[] => [
  ...new Set([...latin1(file).matchAll(/\n(\d+) 0 obj/g)].map(([, number]) => Number(number))),
];

const MADE: readonly [string, () => Promise<Uint8Array>][] = [
  ['nobody certified', () => sign(signedDocument(), { visible: VISIBLE })],
  ['certified with P=2', () => sign(signedDocument(), { certify: 2 })],
  ['signed in a field that locks others', () => sign(signedDocument(), { field: 'approval' })],
  ['at B-LTA', async () => raised(await sign(signedDocument()))],
];

describe.each(MADE)('every object that was signed, changed in every way (%s)', async (_, make) => {
  const signed = await make();

  it.each(numbersOf(signed))('MAP-8 object %i', (number) => {
    expect(swept(signed, number)).toMatchSnapshot();
  });
});
