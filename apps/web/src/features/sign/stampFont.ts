import { queryOptions, useQuery } from '@tanstack/react-query';
import { type FontMetrics, readFont, readOutlines } from '@websign/pdf/stamp';

/** The font of visible signatures: how wide its letters are, and how they are drawn. */
export interface StampFont {
  metrics: FontMetrics;
  unitsPerEm: number;
  /** A line of text as SVG path data in font units, the y axis upwards. */
  outline(text: string): string;
}

async function fetchFont(url: string, signal: AbortSignal): Promise<StampFont> {
  const answer = await fetch(url, { signal });
  if (!answer.ok) throw new Error(`the font of the signature was answered with ${answer.status}`);
  const bytes = new Uint8Array(await answer.arrayBuffer());
  const { metrics, unitsPerEm, glyph, advance } = readFont(bytes);
  const glyphOutline = readOutlines(bytes);
  // Each letter begins where the advances of those before it end: no kerning, as in the document.
  const outline = (text: string) => {
    let shift = 0;
    let path = '';
    for (const character of text) {
      const id = glyph(character.codePointAt(0) ?? 0);
      path += glyphOutline(id, shift);
      shift += advance(id);
    }
    return path;
  };
  return { metrics, unitsPerEm, outline };
}

const fontQuery = (which: 'common' | 'whole') =>
  queryOptions({
    queryKey: ['stamp-font', which],
    queryFn: ({ signal }) => fetchFont(__STAMP_FONTS__[which], signal),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: Number.POSITIVE_INFINITY,
  });

const isIn = (text: string, { metrics }: StampFont) =>
  [...text.normalize('NFC')].every(
    (character) => metrics.advance(character.codePointAt(0) ?? 0) !== undefined,
  );

/**
 * The font for a text: a small file, and the whole font once the text has a letter that is not in it. None until it
 * is there; `isMissing`: the server did not give it.
 */
export function useStampFont(text: string): { font: StampFont | undefined; isMissing: boolean } {
  const common = useQuery(fontQuery('common'));
  const isRare = common.data !== undefined && !isIn(text, common.data);
  const whole = useQuery({ ...fontQuery('whole'), enabled: isRare });
  const font = isRare ? whole.data : common.data;
  return { font, isMissing: font === undefined && (common.isError || whole.isError) };
}
