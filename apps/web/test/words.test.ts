import { originalName, signedName } from '@websign/contract';
import i18next from 'i18next';
import { beforeAll, describe, expect, it } from 'vitest';
import { hasGreekLetters } from '../src/common/typing.ts';
import { el } from '../src/i18n/el.ts';
import { formats } from '../src/i18n/format.ts';

describe('words', () => {
  beforeAll(() => i18next.init({ resources: { el: { translation: el } }, lng: 'el' }));

  it('HDR-5 times are in Greek, in 24 hours and with their zone; durations are words', () => {
    const format = formats('el', i18next.t);
    expect(format.dateTime('2026-11-21T15:40:00Z')).toMatch(/21 Νοεμβρίου 2026, \d{2}:40.*(GMT|UTC)/);
    expect(format.duration(260)).toBe('4 λεπτά και 20 δευτερόλεπτα');
    expect(format.duration(61)).toBe('1 λεπτό και 1 δευτερόλεπτο');
    expect(format.duration(120)).toBe('2 λεπτά');
    expect(format.bytes(20 * 1024 * 1024)).toBe('20 MB');
    expect(format.bytes(596)).toBe('0,6 KB');
    expect(format.bytes(1)).toBe('0,1 KB');
    expect(format.bytes(0)).toBe('0 KB');
    expect(format.bytes(1.25 * 1024 * 1024)).toBe('1,3 MB');
    expect(format.dateTime('not a time')).toBe('not a time');
  });

  it('a typed password in Greek letters is noticed', () => {
    expect(hasGreekLetters('κωδικός')).toBe(true);
    expect(hasGreekLetters('Passω')).toBe(true);
    expect(hasGreekLetters('Passw0rd!')).toBe(false);
  });

  it('SGN-9 a signed file keeps the letters of its name', () => {
    expect(signedName('αίτηση.pdf')).toBe('αίτηση_signed.pdf');
    expect(signedName('ΑΠΟΦΑΣΗ.PDF')).toBe('ΑΠΟΦΑΣΗ_signed.PDF');
    expect(signedName('χωρίς κατάληξη')).toBe('χωρίς κατάληξη_signed.pdf');
    expect(['αίτηση.pdf', 'Α.PDF', 'a.hta', 'pdf', ''].map(originalName)).toEqual([
      'αίτηση.pdf',
      'Α.PDF',
      'a.hta.pdf',
      'pdf.pdf',
      '.pdf',
    ]);
  });
});
