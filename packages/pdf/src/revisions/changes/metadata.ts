import { readable } from '../../errors.ts';
import { latin1 } from '../../syntax/bytes.ts';
import type { PdfValue } from '../../syntax/values.ts';
import type { Step } from './step.ts';
import { isPlainXml } from './xml.ts';

/** Bytes of metadata that are read. */
const MOST = 4 * 1024 * 1024;

/** §14.3.2: a stream of XML that declares no types and no entities. */
export function judgeMetadata(step: Step, value: PdfValue | undefined, object: number): void {
  const stream = step.later.resolve(value);
  const bytes =
    stream?.type === 'stream' ? readable(() => step.later.decodedWithin(stream, MOST)) : undefined;
  step.later.spend(bytes?.length ?? 0);
  const spot = { object: value?.type === 'ref' ? value.number : object };
  if (bytes !== undefined && isPlainXml(textOf(bytes))) step.explain('metadata', '/Metadata', spot);
  else step.forbid('metadata', '/Metadata', spot, 'metadata');
}

/** UTF-16 loses its zeros: what is looked at is ASCII. */
function textOf(bytes: Uint8Array): string {
  const text = latin1(bytes, 0, bytes.length);
  return /^(?:\xfe\xff|\xff\xfe|\0<|<\0)/.test(text)
    ? text.replaceAll('\0', '').slice(text.charCodeAt(0) > 0xf0 ? 2 : 0)
    : text;
}
