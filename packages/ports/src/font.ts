import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { plain } from './plain.ts';

const require = createRequire(import.meta.url);
let font: Uint8Array | undefined;

/**
 * The TrueType font of visible signatures: Noto Sans Regular, which has Latin, Cyrillic and polytonic Greek
 * (SIL Open Font License 1.1). Read once per process; not to be written to.
 */
export function signatureFont(): Uint8Array {
  font ??= plain(
    readFileSync(require.resolve('@expo-google-fonts/noto-sans/400Regular/NotoSans_400Regular.ttf')),
  );
  return font;
}
