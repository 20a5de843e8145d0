const [START, TABLES, ARITHMETIC, SCAN] = [0xd8, 0xc4, 0xcc, 0xda];
/** SOF0 to SOF15, of which some are none. */
const [FIRST, LAST, EXTENSION] = [0xc0, 0xcf, 0xc8];
/** Segments of a file that are passed over. */
const MOST_SEGMENTS = 4096;

/** What the head of a frame says of a picture; a height of 0 is told behind the data. */
export interface Shape {
  width: number;
  height: number;
  components: number;
}

/** The shape of a JPEG, by the head of its frame (ITU-T T.81 §B.2.2); undefined where none is found. */
export function shapeOf(bytes: Uint8Array): Shape | undefined {
  const short = (at: number): number => ((bytes[at] ?? 0) << 8) | (bytes[at + 1] ?? 0);
  if (bytes[0] !== 0xff || bytes[1] !== START) return undefined;
  let at = 2;
  for (let segments = 0; segments < MOST_SEGMENTS; segments++) {
    if (bytes[at] !== 0xff) return undefined;
    while (bytes[at] === 0xff) at++;
    const marker = bytes[at] ?? SCAN;
    if (isFrame(marker))
      return { height: short(at + 4), width: short(at + 6), components: bytes[at + 8] ?? 0 };
    const length = short(at + 1);
    if (marker === SCAN || length < 2) return undefined;
    at += 1 + length;
  }
  return undefined;
}

const isFrame = (marker: number): boolean =>
  marker >= FIRST && marker <= LAST && ![TABLES, ARITHMETIC, EXTENSION].includes(marker);
