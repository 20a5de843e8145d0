import { StorageError } from './errors.ts';

const maxDepth = 64;

/**
 * The one JSON text of a value: keys sorted by code unit, no white space, members that are undefined left out
 * (RFC 8785 for what JavaScript can hold). Throws StorageError `invalid` for what JSON cannot express.
 */
export function canonical(value: unknown, depth = 0): string {
  if (depth > maxDepth) throw new StorageError('invalid', 'plain data is nested too deeply');
  if (value === null || typeof value === 'boolean' || typeof value === 'string') return JSON.stringify(value);
  if (typeof value === 'number' && Number.isFinite(value)) return JSON.stringify(value);
  if (Array.isArray(value)) return `[${value.map((item) => canonical(item, depth + 1)).join(',')}]`;
  if (typeof value === 'object' && isPlain(value)) return canonicalObject(value, depth);
  throw new StorageError('invalid', `not plain data: ${typeof value}`);
}

const isPlain = (value: object): value is Record<string, unknown> => {
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === Object.prototype || prototype === null;
};

function canonicalObject(value: Record<string, unknown>, depth: number): string {
  const members = Object.keys(value)
    .sort()
    .filter((key) => value[key] !== undefined)
    .map((key) => `${JSON.stringify(key)}:${canonical(value[key], depth + 1)}`);
  return `{${members.join(',')}}`;
}
