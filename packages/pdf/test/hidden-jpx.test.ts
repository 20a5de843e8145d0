import { describe, expect, it } from 'vitest';
import { SCANNED, SHOWN } from './hidden-jpx-scan.ts';
import { OTHERS, recognised, unread, widthOf, wordAt } from './hidden-scans.ts';

/** What is told where other words were recognised on the scan, in a line as broad as either. */
const told = (said: string): string[] =>
  unread(SCANNED, recognised([...OTHERS, { ...SHOWN, text: said }]), 'jpx');

describe('UP-6: words recognised on a scan that is a JPEG 2000 picture, as on any other', () => {
  it.each(['The price is 100000 euro', 'The price is 1.000.000 euro'])('%s', (said) =>
    expect(told(said)).toEqual([said]),
  );

  it('numbers, word by word', () => {
    const x = 72 + widthOf('The price is ');
    expect(unread(SCANNED, recognised(OTHERS) + wordAt('1000000', x, SHOWN.y, 28), 'jpx')).toEqual([
      '1000000',
    ]);
  });

  it('words on blank paper', () => {
    const waives = { text: 'The contractor waives all claims', y: 500 };
    expect(unread(SCANNED, recognised([...OTHERS, SHOWN, waives]), 'jpx')).toEqual([waives.text]);
  });

  it('SGN-7: none of what is shown', () => expect(told(SHOWN.text)).toEqual([]));
});
