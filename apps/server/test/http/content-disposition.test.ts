import { signedName } from '@websign/contract';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { attachment } from '../../src/http/content-disposition.ts';

const decoded = (header: string) => decodeURIComponent(header.split("filename*=UTF-8''")[1] ?? '');

describe('file names in headers', () => {
  test.each(['αίτηση.pdf', 'a "quoted" name.pdf', "it's (1)*.pdf", '100%;x=y.pdf', '文書.pdf', '😀.pdf'])(
    '%s survives',
    (name) => {
      const header = attachment(name);
      expect(header).toMatch(
        /^attachment; filename="[\x20-\x7e]*"; filename\*=UTF-8''[A-Za-z0-9!#$&+.^_`|~%-]+$/,
      );
      expect(decoded(header)).toBe(name);
    },
  );
  test('no name breaks out of the header', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 300 }), (name) => {
        const header = attachment(name);
        expect(header).not.toMatch(/[^\x20-\x7e]/);
        expect(header.match(/"/g)).toHaveLength(2);
        expect(decoded(header)).not.toMatch(/[/\\\p{Cc}]/u);
      }),
    );
  });
  test('a long name is cut between letters, never inside one', () => {
    const name = `a${'😀'.repeat(250)}`;
    expect(decoded(attachment(signedName(name)))).toBe(`${name}_signed.pdf`);
    expect(decoded(attachment('😀'.repeat(500)))).toBe('😀'.repeat(270));
  });
});
