import { deflateSync, inflateSync } from 'node:zlib';
import { matched, type Printed } from './printed.ts';

const BEGIN = 'stream\n';

/** What a deflated stream holds, bytes as Latin-1. */
export function contentOf(objects: Printed['objects'], number: number): string {
  const stream = objects.get(number) ?? '';
  const start = stream.indexOf(BEGIN) + BEGIN.length;
  const length = Number(matched(stream, /\/Length (\d+)/)[1]);
  return inflateSync(Buffer.from(stream.slice(start, start + length), 'latin1')).toString('latin1');
}

export function setContent(objects: Printed['objects'], number: number, content: string): void {
  const data = deflateSync(Buffer.from(content, 'latin1'), { level: 9 }).toString('latin1');
  objects.set(number, `<</Filter /FlateDecode\n/Length ${data.length}>> ${BEGIN}${data}\nendstream`);
}
