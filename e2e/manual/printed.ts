/** A PDF as Chromium prints it: one revision, a plain table of cross-references, each entry of a dictionary on a line. */
export interface Printed {
  /** Bodies by object number, bytes as Latin-1; the numbers are 1 and on. */
  objects: Map<number, string>;
  root: number;
  info: number;
}

/** Throws where the file is put together in another way. */
export function readPrinted(pdf: Buffer): Printed {
  const text = pdf.toString('latin1');
  const table = Number(matched(text, /startxref\n(\d+)\n%%EOF\s*$/)[1]);
  const offsets = [...text.slice(table).matchAll(/^(\d{10}) 00000 n/gm)].map(([, offset]) => Number(offset));
  const sorted = [...offsets, table].sort((a, b) => a - b);
  const objects = new Map<number, string>();
  for (const [at, offset] of offsets.entries()) {
    const end = sorted[sorted.indexOf(offset) + 1];
    const [, body = ''] = matched(
      text.slice(offset, end),
      new RegExp(`^${at + 1} 0 obj\n(.*)\nendobj\n$`, 's'),
    );
    objects.set(at + 1, body);
  }
  const trailer = text.slice(table);
  return {
    objects,
    root: Number(matched(trailer, /\/Root (\d+) 0 R/)[1]),
    info: Number(matched(trailer, /\/Info (\d+) 0 R/)[1]),
  };
}

export function matched(text: string, pattern: RegExp): RegExpExecArray {
  const found = pattern.exec(text);
  if (found === null) throw new Error(`The browser prints PDFs of another form: ${pattern} is nowhere.`);
  return found;
}
