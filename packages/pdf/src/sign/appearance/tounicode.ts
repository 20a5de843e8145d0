import { ascii } from '../../syntax/bytes.ts';

/** Entries that one bfchar block may have (Adobe Technical Note 5411). */
const mostEntries = 100;

/** The ToUnicode CMap of a font whose two-byte codes are glyph ids (ISO 32000-2 §9.10.3). */
export function toUnicodeCmap(unicode: Map<number, string>): Uint8Array {
  const entries = [...unicode]
    .sort(([a], [b]) => a - b)
    .map(([glyph, character]) => `<${hex(glyph)}> <${utf16(character)}>`);
  const blocks = [];
  for (let i = 0; i < entries.length; i += mostEntries) {
    const block = entries.slice(i, i + mostEntries);
    blocks.push(`${block.length} beginbfchar`, ...block, 'endbfchar');
  }
  const lines = [
    '/CIDInit /ProcSet findresource begin',
    '12 dict begin',
    'begincmap',
    '/CIDSystemInfo << /Registry (Adobe) /Ordering (UCS) /Supplement 0 >> def',
    '/CMapName /Adobe-Identity-UCS def',
    '/CMapType 2 def',
    '1 begincodespacerange',
    '<0000> <ffff>',
    'endcodespacerange',
    ...blocks,
    'endcmap',
    'CMapName currentdict /CMap defineresource pop',
    'end',
    'end',
    '',
  ];
  return ascii(lines.join('\n'));
}

function hex(code: number): string {
  return code.toString(16).padStart(4, '0');
}

function utf16(text: string): string {
  return Array.from({ length: text.length }, (_, i) => hex(text.charCodeAt(i))).join('');
}
