import { appendUpdate } from '@websign/testkit';
import type { Random } from './random.ts';

/** Undefined where the file has nothing of the kind any more. */
type Mutation = (bytes: Uint8Array, random: Random) => Uint8Array | undefined;

const latin1 = (bytes: Uint8Array): string => Buffer.from(bytes).toString('latin1');
const octets = (text: string): Uint8Array => Buffer.from(text, 'latin1');

/** Some octets become others, anywhere or in the part that came last. */
const flip: Mutation = (bytes, random) => {
  const changed = Uint8Array.from(bytes);
  const from = random.below(2) === 0 ? 0 : lastPart(bytes);
  for (let times = 1 + random.below(3); times > 0; times -= 1)
    changed[from + random.below(bytes.length - from)] = random.below(256);
  return changed;
};

const cut: Mutation = (bytes, random) => {
  const at = random.below(bytes.length);
  return Buffer.concat([bytes.subarray(0, at), bytes.subarray(at + 1 + random.below(20))]);
};

/** A piece of the file stands once more, somewhere or at its end. */
const copy: Mutation = (bytes, random) => {
  const from = random.below(bytes.length);
  const piece = bytes.subarray(from, from + 1 + random.below(400));
  const at = random.below(3) === 0 ? bytes.length : random.below(bytes.length);
  return Buffer.concat([bytes.subarray(0, at), piece, bytes.subarray(at)]);
};

const truncate: Mutation = (bytes, random) => bytes.subarray(0, bytes.length - 1 - random.below(4000));

/** A name or a number of the file takes another's place; the lengths may differ. */
const swap: Mutation = (bytes, random) => {
  const text = latin1(bytes);
  const tokens = [...text.matchAll(/\/[A-Za-z]+|\b\d+\b/g)];
  const [one, other] = [random.of(tokens), random.of(tokens)];
  return octets(text.slice(0, one.index) + other[0] + text.slice(one.index + one[0].length));
};

/** A digit of the cryptographic message. */
const message: Mutation = (bytes, random) => {
  const text = latin1(bytes);
  const all = [...text.matchAll(/\/Contents\s*<([0-9a-fA-F]+)>/g)];
  if (all.length === 0) return undefined;
  const found = random.of(all);
  const start = found.index + found[0].indexOf('<') + 1;
  const used = (found[1] ?? '').replace(/0+$/, '').length;
  const at = start + random.below(used + 4);
  return octets(`${text.slice(0, at)}${random.below(16).toString(16)}${text.slice(at + 1)}`);
};

const range: Mutation = (bytes, random) => {
  const text = latin1(bytes);
  const all = [...text.matchAll(/\/ByteRange\s*\[[^\]]*\d[^\]]*\]/g)];
  if (all.length === 0) return undefined;
  const found = random.of(all);
  const digits = [...found[0].matchAll(/\d/g)];
  const at = found.index + random.of(digits).index;
  return octets(`${text.slice(0, at)}${random.below(10)}${text.slice(at + 1)}`);
};

/** An update that writes some objects anew, each with something changed. */
const update: Mutation = (bytes, random) => {
  const text = latin1(bytes);
  const known = [
    ...text.matchAll(/(?:^|\n)(\d+) 0 obj\s*(<<[\s\S]*?>>|\[[\s\S]*?\]|\([\s\S]*?\))\s*endobj/g),
  ];
  if (known.length === 0 || !/startxref\s+\d+\s+%%EOF\s*$/.test(text)) return undefined;
  const objects = Array.from({ length: 1 + random.below(2) }, () => {
    const [, number = '1', body = ''] = random.of(known);
    return { number: Number(number), body: edited(body, random) };
  });
  const kind = random.below(2) === 0 ? 'table' : 'stream';
  return appendUpdate(bytes, { kind, objects, trailer: '/Info 160 0 R/ID[<01><02>]' });
};

/** A body of an object with a number, a name or a reference exchanged, or an entry more, less or twice. */
function edited(body: string, random: Random): string {
  const tokens = [...body.matchAll(/\d+ 0 R|\/[A-Za-z0-9]+|-?\d+(?:\.\d+)?|\((?:[^()\\]|\\.)*\)/g)];
  const one = random.of(tokens.length > 0 ? tokens : [...body.matchAll(/[\s\S]/g)]);
  const [before, after] = [body.slice(0, one.index), body.slice(one.index + one[0].length)];
  const other = random.of([
    ...tokens.map(([token]) => token),
    'null',
    'true',
    '[]',
    '<<>>',
    '()',
    `${1 + random.below(180)} 0 R`,
    `${random.below(900)}`,
  ]);
  const ways = [before + other + after, `${before} ${after}`, `${before}${one[0]} ${one[0]}${after}`];
  const grown = body.replace(
    />>$/,
    `${random.of(['/AA', '/V', '/AP', '/Contents', '/F', '/DA', '/Kids', '/OC'])} ${other}>>`,
  );
  return random.of([...ways, grown]);
}

function lastPart(bytes: Uint8Array): number {
  const at = latin1(bytes).lastIndexOf('%%EOF', bytes.length - 8);
  return Math.max(at, 0);
}

const mutations: Readonly<Record<string, Mutation>> = {
  flip,
  cut,
  copy,
  truncate,
  swap,
  message,
  range,
  update,
};

/** The file after one to three mutations, and what they were. Half of them are updates. */
export function mutated(bytes: Uint8Array, random: Random): { bytes: Uint8Array; done: string[] } {
  const done: string[] = [];
  let changed = bytes;
  for (let times = random.of([1, 1, 1, 2, 3]); times > 0; times -= 1) {
    const name = random.below(2) === 0 ? 'update' : random.of(Object.keys(mutations));
    const next = mutations[name]?.(changed, random);
    if (next === undefined) continue;
    changed = next;
    done.push(name);
  }
  return { bytes: changed, done };
}
