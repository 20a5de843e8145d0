import { plain } from './plain.ts';

/** Tables a PDF viewer never reads from an embedded TrueType program (ISO 32000-2 table 124). */
const unread = ['DSIG', 'GDEF', 'GPOS', 'GSUB', 'STAT', 'gasp', 'kern', 'name'];

/**
 * Subsets a TrueType font to the characters of `text` with harfbuzz; glyphs are numbered anew from 0 (.notdef).
 * The WebAssembly module is loaded on the first call (about 40 ms); later calls take under a millisecond.
 */
export async function subset(font: Uint8Array, text: string): Promise<Uint8Array> {
  const { default: subsetFont } = await import('subset-font');
  const source = Buffer.from(font.buffer, font.byteOffset, font.byteLength);
  return plain(
    await subsetFont(source, text, {
      targetFormat: 'truetype',
      keepFeatures: [],
      noLayoutClosure: true,
      noHinting: true,
      dropTables: unread,
    }),
  );
}
