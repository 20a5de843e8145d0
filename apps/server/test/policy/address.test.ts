import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { parseAddress } from '../../src/policy/address.ts';

describe('e-mail addresses', () => {
  test.each([
    ['maria@example.gr', 'maria@example.gr'],
    ["o'neil+tag@mail.example.gr", "o'neil+tag@mail.example.gr"],
    ['Maria.P@EXAMPLE.GR', 'Maria.P@example.gr'],
    ['maria@υπουργείο.gr', 'maria@xn--kxahg2bdbi3ac.gr'],
    ['maria@xn--kxahg2bdbi3ac.gr', 'maria@xn--kxahg2bdbi3ac.gr'],
  ])('%s goes over the wire as %s', (typed, wire) => {
    expect(parseAddress(typed)).toBe(wire);
  });

  test.each([
    ['nothing', ''],
    ['no domain', 'maria@'],
    ['no local part', '@example.gr'],
    ['one label', 'maria@localhost'],
    ['a list', 'maria@example.gr,nikos@example.gr'],
    ['another list', 'maria@example.gr;nikos@example.gr'],
    ['a display name', 'Μαρία <maria@example.gr>'],
    ['angle brackets', '<maria@example.gr>'],
    ['a group', 'all:maria@example.gr;'],
    ['a comment', 'maria(me)@example.gr'],
    ['a line break', 'maria@example.gr\r\nBcc: evil@example.com'],
    ['a line break before', 'x\r\nRCPT TO:<evil@example.com>\r\n@example.gr'],
    ['a space', 'maria @example.gr'],
    ['spaces around', ' maria@example.gr '],
    ['a zero', 'maria\0@example.gr'],
    ['a quoted local part', '"maria"@example.gr'],
    ['a source route', '@a.gr,@b.gr:maria@example.gr'],
    ['an address literal', 'maria@[192.0.2.1]'],
    ['a number as domain', 'maria@192.0.2.1'],
    ['a number in disguise', 'maria@0x7f.1'],
    ['a Greek local part', 'μαρία@example.gr'],
    ['a letter that looks Latin', 'mаria@example.gr'],
    ['two dots', 'maria..p@example.gr'],
    ['a dot first', '.maria@example.gr'],
    ['a dot last', 'maria@example.gr.'],
    ['an empty label', 'maria@example..gr'],
    ['a hyphen first', 'maria@-example.gr'],
    ['a turned direction', 'maria@example\u202e.gr'],
    ['a hidden letter', 'maria@exam\u00adple.gr'],
    ['a percent', 'maria@exa%6dple.gr'],
    ['a port', 'maria@example.gr:25'],
    ['a path', 'maria@example.gr/x'],
    ['a long local part', `${'a'.repeat(65)}@example.gr`],
    ['a long label', `maria@${'a'.repeat(64)}.gr`],
    ['a long domain', `maria@${'a.'.repeat(130)}gr`],
  ])('%s is no address', (_, typed) => {
    expect(parseAddress(typed)).toBeUndefined();
  });

  test('what passes is one line of ASCII with one @, and passes again as it is', () => {
    const typed = fc.oneof(
      fc.emailAddress(),
      fc.string({ unit: 'binary' }),
      fc.tuple(fc.string(), fc.string({ unit: 'binary' })).map(([a, b]) => `${a}@${b}.gr`),
    );
    fc.assert(
      fc.property(typed, (text) => {
        const address = parseAddress(text);
        if (address === undefined) return;
        expect(address).toMatch(/^[\x21-\x7e]+$/);
        expect(address.split('@')).toHaveLength(2);
        expect(address).not.toMatch(/[<>,;:"()[\]\\]/);
        expect(parseAddress(address)).toBe(address);
      }),
      { numRuns: 2000 },
    );
  });
});
