import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { copyWithFont } from '@websign/pdf';
import { nodePorts, signatureFont } from '@websign/ports';
import { documentObjects, streamBody, type TestDocument, writePdf } from '@websign/testkit';
import { afterAll, describe, expect, it } from 'vitest';
import { type Compared, comparePictures, PROGRAMS } from '../corpus/copies/pictures.ts';

const room = mkdtempSync(join(tmpdir(), 'websign-copies-'));
afterAll(() => rmSync(room, { recursive: true, force: true }));

const widget = (number: number, rect: string, entries: string) => ({
  number,
  body: `<</Type/Annot/Subtype/Widget/F 4/Rect[${rect}]${entries}>>`,
});
const look = (content: string, box: string, entries = '') =>
  streamBody(content, `/Type/XObject/Subtype/Form/BBox[${box}]/Resources<</Font<</F1 3 0 R>>>>${entries}`);

const fields: TestDocument = {
  catalog: '/AcroForm<</Fields[100 0 R 102 0 R 104 0 R]/DR<</Font<</Helv 3 0 R>>>>/DA(/Helv 10 Tf 0 g)>>',
  pages: [
    {
      content: 'BT /F1 14 Tf 72 600 Td (Application) Tj ET 1 0 0 RG 2 w 72 590 m 300 590 l S',
      entries: '/Annots[100 0 R 102 0 R 104 0 R 110 0 R 112 0 R]',
    },
    { content: 'q 0.5 0 0 0.5 100 100 cm 0 0 1 rg 0 0 200 100 re f Q', entries: '/Rotate 90' },
  ],
  more: [
    widget(100, '72 500 272 520', '/FT/Tx/T(a)/V(Held)/AP<</N 101 0 R>>'),
    { number: 101, body: look('/Tx BMC BT /F1 10 Tf 2 6 Td (Held) Tj ET EMC', '0 0 200 20') },
    widget(102, '72 460 92 480', '/FT/Btn/T(b)/V/On/AS/On/AP<</N<</On 103 0 R>>>>'),
    { number: 103, body: look('0 0.5 0 rg 2 2 16 16 re f', '0 0 20 20') },
    widget(104, '72 400 172 440', '/FT/Tx/T(c)/V(up)/MK<</R 90>>/AP<</N 105 0 R>>'),
    { number: 105, body: look('BT /F1 10 Tf 2 6 Td (up) Tj ET', '0 0 40 100', '/Matrix[0 1 -1 0 40 0]') },
    {
      number: 110,
      body: '<</Type/Annot/Subtype/Stamp/F 4/Rect[300 400 400 450]/AP<</N 111 0 R>>/Contents(Seen)>>',
    },
    { number: 111, body: look('0.8 g 0 0 50 25 re f 0 g BT /F1 8 Tf 4 8 Td (Seen) Tj ET', '0 0 50 25') },
    {
      number: 112,
      body: '<</Type/Annot/Subtype/Square/F 4/Rect[300 300 400 350]/C[1 0 0]/IC[1 1 0]/AP<</N 113 0 R>>>>',
    },
    { number: 113, body: look('1 1 0 rg 1 0 0 RG 1 1 98 48 re B', '0 0 100 50') },
  ],
};

describe('CPY-1 a safe copy looks as its original', async () => {
  const [file, copy] = [join(room, 'original.pdf'), join(room, 'copy.pdf')];
  const bytes = writePdf({ kind: 'table', objects: documentObjects(fields) });
  writeFileSync(file, bytes);
  const { bytes: written, leftOut } = await copyWithFont(bytes, signatureFont(), nodePorts());
  writeFileSync(copy, written);
  const compared: Record<string, Compared> = await comparePictures(file, copy, join(room, 'picture'));

  it('with fields and notes drawn in', () => {
    expect(leftOut.map(({ kind }) => kind).sort()).toEqual([
      ...['field_drawn', 'field_drawn', 'field_drawn', 'note_drawn', 'note_drawn'],
    ]);
  });

  it.each(PROGRAMS)('by %s', (program) => {
    const by = compared[program];
    if (by === undefined || by.pages === 0) return console.log(`skipped: ${program} not installed`);
    expect(by).toEqual({ pages: 2, equal: 2, other: [] });
  });
});
