import { createHash } from 'node:crypto';
import { readFont } from '@websign/pdf/stamp';
import { nodePorts, signatureFont } from '@websign/ports';
import type { Plugin } from 'vite';

/** What names and reasons are written with here: Latin, Greek with all its accents, punctuation, the euro. */
const common = [
  [0x20, 0x7e],
  [0xa0, 0x17f],
  [0x300, 0x36f],
  [0x370, 0x3ff],
  [0x1f00, 0x1fff],
  [0x2000, 0x206f],
  [0x20ac, 0x20ac],
  [0x2122, 0x2122],
  [0xfffd, 0xfffd],
] as const;
const everything = [[0x20, 0x10ffff]] as const;

interface FontFile {
  path: string;
  bytes: Uint8Array;
}

/** The characters of some ranges that a font has. */
function charactersIn(
  ranges: readonly (readonly [number, number])[],
  has: (code: number) => boolean,
): string {
  const found: string[] = [];
  for (const [first, last] of ranges) {
    for (let code = first; code <= last; code++) if (has(code)) found.push(String.fromCodePoint(code));
  }
  return found.join('');
}

/** The font of visible signatures as the server embeds it: what is common, and all of it for rarer letters. */
export async function stampFontFiles(): Promise<Record<'common' | 'whole', FontFile>> {
  const { subset } = nodePorts();
  const { glyph } = readFont(signatureFont());
  const file = async (name: string, ranges: typeof common | typeof everything): Promise<FontFile> => {
    const bytes = await subset(
      signatureFont(),
      charactersIn(ranges, (code) => glyph(code) !== 0),
    );
    const hash = createHash('sha256').update(bytes).digest('hex').slice(0, 8);
    return { path: `assets/${name}-${hash}.ttf`, bytes };
  };
  return { common: await file('stamp', common), whole: await file('stamp-whole', everything) };
}

/**
 * Makes the files of the font from which the browser draws a visible signature before it is signed, out of the very
 * font that the server embeds, and tells the application where they are.
 */
export function stampFonts(): Plugin {
  const files = stampFontFiles();
  return {
    name: 'stamp-fonts',
    async config() {
      const { common, whole } = await files;
      const urls = { common: `/${common.path}`, whole: `/${whole.path}` };
      return { define: { __STAMP_FONTS__: JSON.stringify(urls) } };
    },
    async generateBundle() {
      for (const { path, bytes } of Object.values(await files)) {
        this.emitFile({ type: 'asset', fileName: path, source: bytes });
      }
    },
    async configureServer(server) {
      const served = new Map(Object.values(await files).map(({ path, bytes }) => [`/${path}`, bytes]));
      server.middlewares.use((request, response, next) => {
        const bytes = served.get(request.url ?? '');
        if (bytes === undefined) return next();
        response.setHeader('content-type', 'font/ttf').end(bytes);
      });
    },
  };
}
