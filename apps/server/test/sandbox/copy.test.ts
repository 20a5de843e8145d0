import { documentObjects, type TestDocument, testEncryption, writePdf } from '@websign/testkit';
import { describe, expect, test } from 'vitest';
import { engineInSandbox, sourceOf } from './engine.ts';

/** A frame around 10 to 30, on a page that is shown turned, cut and twice as large. */
const framed: TestDocument = {
  pages: [
    {},
    {
      mediaBox: '/MediaBox[0 0 300 400]/CropBox[10 5 210 305]/Rotate 90/UserUnit 2',
      entries: '/Annots[100 0 R]',
    },
  ],
  more: [{ number: 100, body: '<</Type/Annot/Subtype/Square/C[1 0 0]/Contents(framed)/Rect[20 10 60 30]>>' }],
};
const whole = writePdf({ kind: 'table', objects: documentObjects(framed) });
const damaged = Buffer.from(
  Buffer.from(whole)
    .toString('latin1')
    .replace(/startxref[\s\S]*/, ''),
  'latin1',
);

describe('a safe copy', () => {
  const engine = engineInSandbox({ children: 1, queue: 4 });

  test.each([
    ['whole', whole],
    ['damaged', damaged],
  ])('CPY-2 tells places in points of the page as it is shown, of a file that is %s', async (_, bytes) => {
    const { leftOut } = await engine().copy(sourceOf(bytes));
    expect(leftOut.filter(({ kind }) => kind === 'note_drawn')).toEqual([
      { kind: 'note_drawn', page: 2, detail: 'framed', rect: [10, 300, 50, 380] },
    ]);
  });

  test('CPY-4 an examination says whether the owner of a file permits one', async () => {
    const withheld = async (bits: number) => {
      const encryption = testEncryption('aes256', { permissions: -4 & ~bits });
      const bytes = writePdf({ kind: 'table', objects: documentObjects(), encryption });
      return (await engine().examine(sourceOf(bytes))).copyable;
    };
    expect([await withheld(0), await withheld(8), await withheld(16), await withheld(32)]).toEqual([
      ...[true, false, false, true],
    ]);
    expect((await engine().examine(sourceOf(whole))).copyable).toBe(true);
  });
});
