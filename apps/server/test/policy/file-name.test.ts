import { signedName } from '@websign/contract';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { portableName, uploadedName } from '../../src/policy/file-name.ts';

const unsafe = /[/\\\p{Cc}\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/u;
const anyName = fc.string({ unit: 'binary', maxLength: 400 });

describe('names of uploaded files', () => {
  test.each([
    ['αίτηση.pdf', 'αίτηση.pdf'],
    ['  spaced .pdf ', 'spaced .pdf'],
    ['C:\\folder\\a.pdf', 'a.pdf'],
    ['../../etc/passwd', 'passwd'],
    ['a %22quoted%22%0D%0A.pdf', 'a "quoted".pdf'],
    ['α\u0301.pdf', 'ά.pdf'],
    ['a\u0000\r\nb.pdf', 'ab.pdf'],
    ['\ud800.pdf', '\ufffd.pdf'],
    ['', 'document.pdf'],
    [undefined, 'document.pdf'],
    ['folder/', 'document.pdf'],
  ])('HIS-2: %j is kept as %j', (given, kept) => {
    expect(uploadedName(given)).toBe(kept);
  });

  test('HIS-2: 255 bytes survive; what is longer keeps its ending', () => {
    for (const name of [`${'a'.repeat(251)}.pdf`, `${'ω'.repeat(125)}a.pdf`]) {
      expect(Buffer.byteLength(name)).toBe(255);
      expect(uploadedName(name)).toBe(name);
    }
    expect(uploadedName(`${'😀'.repeat(999)}.pdf`)).toBe(`${'😀'.repeat(251)}.pdf`);
    expect(uploadedName(`a.${'x'.repeat(999)}`)).toHaveLength(255);
  });

  test('HIS-2: any name ends as one that can be kept and told', () => {
    fc.assert(
      fc.property(anyName, (given) => {
        const name = uploadedName(given);
        expect(name).not.toBe('');
        expect(name).not.toMatch(/[/\\\p{Cc}]/u);
        expect(name.isWellFormed()).toBe(true);
        expect([...name].length).toBeLessThanOrEqual(255);
        if (!name.includes('%')) expect(uploadedName(name)).toBe(name.trim());
      }),
    );
  });
});

describe('names of files to be stored', () => {
  test.each([
    ['αίτηση.pdf', 'αίτηση_signed.pdf'],
    ['A.PDF', 'A_signed.PDF'],
    ['noextension', 'noextension_signed.pdf'],
    ['.pdf', '_signed.pdf'],
  ])('SGN-9: %s signed is %s', (name, signed) => {
    expect(signedName(name)).toBe(signed);
  });

  test('SGN-9: what no file system takes is replaced, the rest stays', () => {
    expect(portableName('α "β" <γ>?.pdf')).toBe('α _β_ _γ__.pdf');
    expect(portableName('fdp.\u202eexe.pdf')).toBe('fdp._exe.pdf');
    expect(portableName('a_signed.pdf', ' (2)')).toBe('a_signed (2).pdf');
    const long = portableName(signedName(`${'ω'.repeat(250)}.pdf`), ' (12)');
    expect(long).toMatch(/^ω+_signed \(12\)\.pdf$/);
    expect(Buffer.byteLength(long)).toBeLessThanOrEqual(255);
  });

  test('SGN-9: any name is short, relative and plain', () => {
    fc.assert(
      fc.property(anyName, fc.constantFrom('', ' (2)', ' (1000)'), (given, mark) => {
        const name = portableName(signedName(uploadedName(given)), mark);
        expect(Buffer.byteLength(name)).toBeLessThanOrEqual(255);
        expect(name).not.toMatch(unsafe);
        expect(name).not.toMatch(/[<>:"|?*]/);
        expect(['', '.', '..']).not.toContain(name);
      }),
    );
  });
});
