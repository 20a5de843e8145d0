import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { plain } from './plain.ts';

const require = createRequire(import.meta.url);
/** Looked up while packages may be looked for: a confined process reads the fonts' folders and no others. */
const FILES = {
  regular: require.resolve('@expo-google-fonts/noto-sans/400Regular/NotoSans_400Regular.ttf'),
  bold: require.resolve('@expo-google-fonts/noto-sans/700Bold/NotoSans_700Bold.ttf'),
};
/** A font of this package's, read once per process; not to be written to. */
const read = (path: string): Uint8Array => plain(readFileSync(path));

let regular: Uint8Array | undefined;
let bold: Uint8Array | undefined;

/**
 * The TrueType font of visible signatures and reports: Noto Sans Regular, which has Latin, Cyrillic and polytonic
 * Greek (SIL Open Font License 1.1).
 */
export function signatureFont(): Uint8Array {
  regular ??= read(FILES.regular);
  return regular;
}

/** Its bold, for headings of reports. */
export function boldFont(): Uint8Array {
  bold ??= read(FILES.bold);
  return bold;
}
