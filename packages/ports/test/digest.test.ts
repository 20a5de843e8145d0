import { createHash } from 'node:crypto';
import { nodePorts } from '@websign/ports';
import { expect, test } from 'vitest';

const { digest } = nodePorts();
const hex = (bytes: Uint8Array) => Buffer.from(bytes).toString('hex');

test('one call and a running digest agree with the published vector of "abc"', () => {
  const abc = new TextEncoder().encode('abc');
  const expected = 'ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad';
  expect(hex(digest('SHA-256', abc))).toBe(expected);
  expect(hex(digest('SHA-256').update(abc.subarray(0, 1)).update(abc.subarray(1)).digest())).toBe(expected);
  expect(hex(digest('SHA-1', abc))).toBe('a9993e364706816aba3e25717850c26c9cd0d89d');
});

test.each(['SHA-256', 'SHA-384', 'SHA-512'] as const)('a copy of %s goes its own way', (algorithm) => {
  const shared = digest(algorithm).update(Buffer.from('prefix'));
  const copy = shared.copy();
  const name = algorithm.toLowerCase().replace('-', '');
  expect(hex(copy.update(Buffer.from('-a')).digest())).toBe(
    createHash(name).update('prefix-a').digest('hex'),
  );
  expect(hex(shared.update(Buffer.from('-b')).digest())).toBe(
    createHash(name).update('prefix-b').digest('hex'),
  );
});

test('no bytes at all are still a digest, and results are bare Uint8Arrays', () => {
  const empty = digest('SHA-256', new Uint8Array(0));
  expect(hex(empty)).toBe(createHash('sha256').digest('hex'));
  expect(empty.constructor).toBe(Uint8Array);
});
