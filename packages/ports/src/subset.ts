import type { PdfPorts } from '@websign/pdf';
import { harfbuzzSubset } from './harfbuzz.ts';

/** Subsets kept: a batch by one signer asks for the same one again and again. About 5 KB each. */
const most = 16;

/**
 * A subsetter that keeps its last few subsets. Fonts are told apart by identity, and neither they nor the
 * subsets may be written to.
 */
export function subsetter(): PdfPorts['subset'] {
  let of: Uint8Array | undefined;
  const kept = new Map<string, Uint8Array>();
  return async (font, text) => {
    if (font !== of) kept.clear();
    of = font;
    const subset = kept.get(text) ?? harfbuzzSubset(font, text);
    kept.delete(text);
    kept.set(text, subset);
    const [oldest] = kept.keys();
    if (kept.size > most && oldest !== undefined) kept.delete(oldest);
    return subset;
  };
}
