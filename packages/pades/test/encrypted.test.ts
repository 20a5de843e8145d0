import {
  documentObjects,
  dssHome,
  isInstalled,
  judgedByDss,
  judgedByPyhanko,
  longTermWorld,
  type TestCipher,
  type TestDocument,
  testEncryption,
  writePdf,
} from '@websign/testkit';
import { describe, expect, test } from 'vitest';
import type { Validation } from '../src/index.ts';
import { extended, offline, signed, signedAt } from './long-term.ts';

const CIPHERS: TestCipher[] = ['rc4_40', 'rc4', 'aes128', 'aes256'];
const PAGES = [{ content: 'BT /F1 24 Tf 72 700 Td (Encrypted) Tj ET' }];
/** With one empty field. */
const FORM: TestDocument = {
  catalog: '/AcroForm<</Fields[100 0 R]>>',
  pages: [{ entries: '/Annots[100 0 R]' }],
  more: [
    {
      number: 100,
      body: '<</Type/Annot/Subtype/Widget/FT/Sig/T(Approval)/Rect[100 100 300 160]/P 4 0 R/F 4>>',
    },
  ],
};
const encrypted = (
  cipher: TestCipher,
  document: TestDocument = { pages: PAGES },
  permissions = -4,
): Uint8Array =>
  writePdf({
    kind: cipher === 'rc4' ? 'table' : 'objstm',
    objects: documentObjects(document),
    encryption: testEncryption(cipher, { permissions }),
  });
const told = ({ signatures }: Validation) =>
  signatures.map(
    ({ kind, indication, level = '', changes }) => `${kind} ${indication} ${level} ${changes.level}`,
  );
const isPrefix = (original: Uint8Array, file: Uint8Array): boolean =>
  Buffer.from(file.subarray(0, original.length)).equals(original);

describe('signing an encrypted file for the long term', () => {
  test.each(CIPHERS)(
    'ENC-1 %s: a second signature, B-LT, B-LTA, and both renewed',
    async (cipher) => {
      const world = await longTermWorld();
      const original = encrypted(cipher);
      const lt = await signedAt('B-LT', original, world);
      expect(told(await offline(lt.file, world))).toEqual(['signature TOTAL-PASSED B-LT lta']);
      const lta = await signedAt('B-LTA', lt.file, world);
      world.now += 24 * 3600 * 1000;
      const { file, raised } = await extended(lta.file, 'B-LTA', world);
      expect(raised).toMatchObject({ level: 'B-LTA', final: false });
      expect(isPrefix(original, lt.file) && isPrefix(lta.file, file)).toBe(true);
      expect(told(await offline(file, world))).toEqual([
        expect.stringMatching(/^signature TOTAL-PASSED B-LTA (signatures|form-filling)$/),
        'signature TOTAL-PASSED B-LTA lta',
        'timestamp TOTAL-PASSED  lta',
        'timestamp TOTAL-PASSED  none',
      ]);
      if (cipher !== 'aes256') return;
      if (isInstalled('pyhanko')) {
        const [others] = judgedByPyhanko([file], world.root.certificate, world.now + 1000);
        expect(others?.map(({ passed }) => passed)).toEqual([true, true, true, true]);
      } else console.log('skipped: pyhanko not installed');
      if (dssHome === undefined) return console.log('skipped: DSS not installed');
      const job = { name: cipher, bytes: file, anchors: [world.root.certificate], at: world.now + 60_000 };
      const found = judgedByDss([job], dssHome).map(({ indication }) => indication);
      expect(found).toEqual(['TOTAL_PASSED', 'TOTAL_PASSED']);
    },
    120_000,
  );

  test('ENC-1 where the owner permits filling in alone B-LT is as far as it goes', async () => {
    const world = await longTermWorld();
    const original = encrypted('aes256', FORM, -44);
    const { file, raised } = await signedAt('B-LTA', original, world);
    expect(raised).toMatchObject({ level: 'B-LT', steps: ['validation_data'], restricted: true });
    expect(told(await offline(file, world))).toEqual(['signature TOTAL-PASSED B-LT lta']);
    const again = await extended(file, 'B-LTA', world);
    expect(again.raised).toMatchObject({ level: 'B-LT', restricted: true });
    const plain = await signed(original, world, { plain: true });
    await expect(extended(plain.file, 'B-T', world)).rejects.toMatchObject({ code: 'time_stamp_failed' });
  });
});
