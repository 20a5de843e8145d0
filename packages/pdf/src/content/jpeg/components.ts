const [START, TABLES, ARITHMETIC, SCAN] = [0xd8, 0xc4, 0xcc, 0xda];
/** SOF0 to SOF15, of which some are none. */
const [FIRST, LAST, EXTENSION] = [0xc0, 0xcf, 0xc8];
/** Segments of a file that are passed over. */
const MOST_SEGMENTS = 4096;

/** How many components a JPEG has, by the head of its frame (ITU-T T.81 §B.2.2); undefined where none is found. */
export function componentsOf(bytes: Uint8Array): number | undefined {
  if (bytes[0] !== 0xff || bytes[1] !== START) return undefined;
  let at = 2;
  for (let segments = 0; segments < MOST_SEGMENTS; segments++) {
    if (bytes[at] !== 0xff) return undefined;
    while (bytes[at] === 0xff) at++;
    const marker = bytes[at] ?? SCAN;
    if (isFrame(marker)) return bytes[at + 8];
    const length = ((bytes[at + 1] ?? 0) << 8) | (bytes[at + 2] ?? 0);
    if (marker === SCAN || length < 2) return undefined;
    at += 1 + length;
  }
  return undefined;
}

const isFrame = (marker: number): boolean =>
  marker >= FIRST && marker <= LAST && ![TABLES, ARITHMETIC, EXTENSION].includes(marker);
