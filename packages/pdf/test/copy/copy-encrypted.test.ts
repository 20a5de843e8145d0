import { documentObjects, streamBody, testEncryption, writePdf, type XrefKind } from '@websign/testkit';
import { describe, expect, it } from 'vitest';
import { latin1, open, refuses } from '../support.ts';
import { contents, copied, found, kindsLeftOut } from './copied.ts';

const KINDS: XrefKind[] = ['table', 'stream', 'objstm'];
const each = (['rc4', 'aes256'] as const).flatMap((cipher) => KINDS.map((kind) => ({ cipher, kind })));

const encrypted = (
  cipher: 'rc4' | 'aes256',
  kind: XrefKind,
  options: Parameters<typeof testEncryption>[1] = {},
): Uint8Array =>
  writePdf({
    kind,
    objects: documentObjects({
      catalog: '/Lang(el-GR)',
      pages: [
        {
          content: 'BT /F1 24 Tf 72 700 Td (Protected) Tj ET /Im Do',
          entries: '/Resources<</Font<</F1 3 0 R>>/XObject<</Im 100 0 R>>>>',
        },
      ],
      more: [
        {
          number: 100,
          body: streamBody(
            '\x00\x00',
            '/Subtype/Image/Width 2/Height 1/BitsPerComponent 8/ColorSpace[/Indexed/DeviceRGB 0 (abc)]',
          ),
        },
      ],
    }),
    encryption: testEncryption(cipher, { permissions: -4, ...options }),
  });

describe('CPY-1 an encrypted file that opens without a password is copied in the clear', () => {
  it.each(each)('$cipher, $kind', ({ cipher, kind }) => {
    const copy = copied(encrypted(cipher, kind));
    const pdf = open(copy.bytes);
    expect(pdf.encrypted).toBeUndefined();
    expect(pdf.text(pdf.catalog.entries.get('Lang'))).toBe('el-GR');
    expect(contents(copy.bytes)[0]).toContain('(Protected) Tj');
    expect(latin1(copy.bytes)).toContain('[/Indexed /DeviceRGB 0 (abc)]');
    expect(latin1(copy.bytes)).toContain('stream\n\x00\x00\nendstream');
    expect(kindsLeftOut(copy)).toContain('encryption');
    expect(found(copy.bytes)).toEqual([]);
  });

  it.each(each)('$cipher, $kind, damaged', ({ cipher, kind }) => {
    const text = latin1(encrypted(cipher, kind)).replace(/startxref[\s\S]*/, '');
    const copy = copied(Buffer.from(text, 'latin1'));
    expect(contents(copy.bytes)[0]).toContain('(Protected) Tj');
    expect(latin1(copy.bytes)).toContain('[/Indexed /DeviceRGB 0 (abc)]');
  });

  it.each<[string, number]>([
    ['changes', -4 & ~8],
    ['copying', -4 & ~16],
  ])('ENC-1 one whose owner withholds %s is not, damaged or whole', (_, permissions) => {
    for (const { cipher, kind } of each) {
      const bytes = encrypted(cipher, kind, { permissions });
      const damaged = Buffer.from(latin1(bytes).replace(/startxref[\s\S]*/, ''), 'latin1');
      refuses('restricted', () => copied(bytes));
      refuses('restricted', () => copied(damaged));
    }
  });

  it('one that asks for a password is not', () => {
    refuses('encrypted', () => copied(encrypted('aes256', 'table', { password: 'x' })));
  });
});
