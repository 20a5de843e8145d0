import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { nodePorts } from '@websign/ports';
import {
  APPEARANCE_OBJECTS,
  type Appearance,
  appearanceObjects,
  type PageFacts,
  type Place,
} from '../src/sign/appearance/index.ts';

const ports = nodePorts();

/** A PDF of one page that shows some appearances, each at its place, as annotations. */
export function pageWith(facts: PageFacts, stamps: { appearance: Appearance; place: Place }[]): Uint8Array {
  const values = new Map<number, Uint8Array>();
  const annotations = stamps.map(({ appearance, place }, i) => {
    const first = 4 + i * (APPEARANCE_OBJECTS + 1);
    const numbers = Array.from({ length: APPEARANCE_OBJECTS }, (_, k) => first + 1 + k);
    for (const { number, value } of appearanceObjects(appearance, place, numbers, ports)) {
      values.set(number, value);
    }
    const rect = place.rect.join(' ');
    values.set(
      first,
      Buffer.from(`<< /Type /Annot /Subtype /Stamp /F 4 /Rect [${rect}] /AP << /N ${first + 1} 0 R >> >>`),
    );
    return `${first} 0 R`;
  });
  const entry = (name: string, box: readonly number[] | undefined) =>
    box ? `/${name} [${box.join(' ')}] ` : '';
  values.set(1, Buffer.from('<< /Type /Catalog /Pages 2 0 R >>'));
  values.set(2, Buffer.from('<< /Type /Pages /Kids [3 0 R] /Count 1 >>'));
  values.set(
    3,
    Buffer.from(
      `<< /Type /Page /Parent 2 0 R ${entry('MediaBox', facts.mediaBox)}${entry('CropBox', facts.cropBox)}` +
        `/Rotate ${facts.rotate ?? 0} /UserUnit ${facts.userUnit ?? 1} /Annots [${annotations.join(' ')}] >>`,
    ),
  );
  return fileOf(values);
}

function fileOf(values: Map<number, Uint8Array>): Uint8Array {
  const numbers = [...values.keys()].sort((a, b) => a - b);
  const parts: Uint8Array[] = [Buffer.from('%PDF-1.7\n%\xe2\xe3\xcf\xd3\n', 'latin1')];
  let length = parts[0]?.length ?? 0;
  let table = `xref\n0 ${numbers.length + 1}\n0000000000 65535 f \n`;
  for (const number of numbers) {
    table += `${String(length).padStart(10, '0')} 00000 n \n`;
    const object = Buffer.concat([
      Buffer.from(`${number} 0 obj\n`),
      values.get(number) ?? new Uint8Array(0),
      Buffer.from('\nendobj\n'),
    ]);
    parts.push(object);
    length += object.length;
  }
  const trailer = `trailer\n<< /Size ${numbers.length + 1} /Root 1 0 R >>\nstartxref\n${length}\n%%EOF\n`;
  return Buffer.concat([...parts, Buffer.from(table + trailer)]);
}

/** A gray picture; 0 is black. */
export interface Picture {
  width: number;
  height: number;
  at(x: number, y: number): number;
  pixels: Uint8Array;
}

/** What a tool makes of a file: its standard output. */
export function judge(
  tool: string,
  pdf: Uint8Array,
  args: (file: string, folder: string) => string[],
): Buffer {
  const folder = mkdtempSync(join(tmpdir(), 'websign-appearance-'));
  try {
    const file = join(folder, 'page.pdf');
    writeFileSync(file, pdf);
    const { status, stdout, stderr } = spawnSync(tool, args(file, folder), { maxBuffer: 2 ** 28 });
    if (status !== 0) throw new Error(`${tool} ended with ${status}: ${stderr}`);
    return stdout;
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** The page as MuPDF or Poppler shows it. */
export function picture(tool: 'mutool' | 'pdftoppm', pdf: Uint8Array, dpi: number): Picture {
  const args = {
    mutool: (file: string) => ['draw', '-F', 'pgm', '-c', 'gray', '-r', String(dpi), '-o', '-', file],
    pdftoppm: (file: string) => ['-gray', '-cropbox', '-r', String(dpi), file],
  };
  const pgm = judge(tool, pdf, args[tool]);
  const head = /^P5\s+(?:#.*\s+)?(\d+)\s+(\d+)\s+255\s/.exec(pgm.toString('latin1', 0, 100));
  if (!head) throw new Error(`${tool} gave no picture`);
  const [width, height] = [Number(head[1]), Number(head[2])];
  const pixels = Uint8Array.from(pgm.subarray(head[0].length));
  return { width, height, pixels, at: (x, y) => pixels[y * width + x] ?? 255 };
}
