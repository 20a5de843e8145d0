import { latin1 } from '../../syntax/bytes.ts';
import { decodeText } from '../../syntax/strings.ts';
import { EXCERPT } from '../finding.ts';

/** Characters of a document type declaration that are looked at. */
const DECLARATION = 4096;

/** XML as text, whichever of the encodings that XML readers must know it has. */
export function xmlText(bytes: Uint8Array): string {
  if (bytes[0] === 0xfe || bytes[0] === 0xff) return decodeText(bytes);
  // UTF-16 without a mark: every character of the markup has a zero byte.
  return latin1(bytes).replaceAll('\0', '');
}

/**
 * The document type declaration where it brings entities or names another file: only what stands before the first
 * element counts, text that shows one does not.
 */
export function entities(xml: string): string | undefined {
  const ends: [string, string][] = [
    ['<?', '?>'],
    ['<!--', '-->'],
  ];
  for (let at = xml.indexOf('<'); at >= 0; at = xml.indexOf('<', at)) {
    const skipped = ends.find(([start]) => xml.startsWith(start, at));
    if (skipped === undefined) return declaration(xml.slice(at, at + DECLARATION));
    at = xml.indexOf(skipped[1], at);
    if (at < 0) return undefined;
  }
  return undefined;
}

function declaration(text: string): string | undefined {
  const found = /^<!DOCTYPE[^>[]*(?:\[|\b(?:SYSTEM|PUBLIC)\b)/i.test(text);
  return found ? text.slice(0, EXCERPT) : undefined;
}
