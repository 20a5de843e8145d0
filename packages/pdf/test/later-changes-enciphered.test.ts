import {
  appendUpdate,
  documentObjects,
  sealed,
  streamBody,
  type TestCipher,
  type TestObject,
  testEncryption,
  writePdf,
} from '@websign/testkit';
import { describe, expect, it } from 'vitest';
import { inspect } from '../src/index.ts';
import { changesOf } from './later-changes-support.ts';
import { latin1, open } from './support.ts';

const SLOT = `/ByteRange[0 ${`${' '.repeat(10)} `.repeat(3)}]/Contents<3000>`;
/** Two blocks of a cipher: behind them stands a block of nothing but padding. */
const CONTENT = 'BT /F1 24 Tf (Pay 1000) Tj ET % ';
const STREAM = { number: 110, body: streamBody(CONTENT) };
const STRING = { number: 111, body: '<</A[(A text of 16 oct)]>>' };

const encryption = (cipher: TestCipher): ReturnType<typeof testEncryption> =>
  testEncryption(cipher, { plain: [100, 101] });
const document = (cipher: TestCipher): Uint8Array =>
  writePdf({
    kind: 'table',
    objects: documentObjects({
      catalog: '/AcroForm<</Fields[100 0 R]>>/Foo[110 0 R 111 0 R]',
      more: [
        { number: 100, body: '<</FT/Sig/V 101 0 R>>' },
        { number: 101, body: `<</Type/Sig${SLOT}>>` },
        STREAM,
        STRING,
      ],
    }),
    encryption: encryption(cipher),
  });

/** An update that enciphers an object anew, as `edit` then changes its octets. */
function updated(
  object: TestObject,
  edit: (body: string) => string,
  { cipher = 'aes256' as TestCipher, kind = 'table' as 'table' | 'objstm' } = {},
): Uint8Array {
  const own = encryption(cipher);
  const seal = (one: TestObject): TestObject => {
    const enciphered = own.seal(one);
    return { ...enciphered, body: Buffer.from(edit(latin1(Buffer.from(enciphered.body))), 'latin1') };
  };
  return appendUpdate(sealed(document(cipher)), { kind, objects: [object], encryption: { ...own, seal } });
}

const told = (...parts: Parameters<typeof updated>): string[] =>
  (changesOf(updated(...parts))?.changes ?? []).map(({ reason, what }) => `${reason} ${what}`);
const found = (...parts: Parameters<typeof updated>): boolean =>
  inspect(open(updated(...parts))).findings.some(
    ({ kind, excerpt }) => kind === 'ambiguous_syntax' && excerpt === '/Encrypt',
  );

/** Cuts octets off the end of the data of a stream. */
const cutData = (count: number) => (body: string) =>
  body.replace(/\/Length (\d+)(.*stream\n)(.*)\nendstream$/s, (_, length, between, data) => {
    const left = data.slice(0, data.length - count);
    expect(Number(length)).toBe(data.length);
    return `/Length ${left.length}${between}${left}\nendstream`;
  });
/** Cuts octets off the end of a string. */
const cutString = (count: number) => (body: string) =>
  body.replace(/(<[\da-f]+)>/, (_, digits) => `${digits.slice(0, digits.length - 2 * count)}>`);

describe('what an update enciphers by AES', () => {
  it.each([
    ['a stream without padding', STREAM, cutData(16)],
    ['a stream of no whole number of blocks', STREAM, cutData(1)],
    ['a stream of one block', STREAM, cutData(48)],
    ['a stream of less', STREAM, cutData(63)],
    ['a string without padding', STRING, cutString(16)],
    ['a string of no whole number of blocks', STRING, cutString(1)],
    ['a string of one block', STRING, cutString(32)],
  ])('MAP-8 has an end that all readers find: not %s', (_, object, cut) => {
    expect(told(object, cut)).toContain('ambiguous object');
    expect(found(object, cut)).toBe(true);
  });

  it('MAP-8 is told in object streams, and where nothing leads to it', () => {
    const member = { number: 111, body: '[(A text of any length)]' };
    const halves = [0, 16].map(
      (count) => (body: string) => (body.includes('/ObjStm') ? cutData(count)(body) : body),
    );
    const [whole, cut] = halves as [(body: string) => string, (body: string) => string];
    expect(told(member, whole, { kind: 'objstm' })).not.toContain('ambiguous /ObjStm');
    expect(told(member, cut, { kind: 'objstm' })).toContain('ambiguous /ObjStm');
    expect(told({ ...STREAM, number: 300 }, cutData(16))).toContain('ambiguous object');
  });

  it.each([
    ['as they are padded', STREAM, (body: string) => body],
    ['as they are padded', STRING, (body: string) => body],
    ['where a stream is empty', STREAM, cutData(64)],
    ['where a string is empty', STRING, cutString(32 + 16)],
  ])('is taken %s', (_, object, edit) => {
    expect(told(object, edit)).not.toContain('ambiguous object');
    expect(found(object, edit)).toBe(false);
  });

  it('has any end by RC4', () => {
    expect(told(STREAM, cutData(1), { cipher: 'rc4' })).not.toContain('ambiguous object');
    expect(found(STREAM, cutData(1), { cipher: 'rc4' })).toBe(false);
  });
});

describe('how a file is enciphered', () => {
  /** An update that writes the dictionary of the encryption, or another object, as it is given. */
  function rewritten(edit: (body: string) => string, cipher: TestCipher = 'aes128'): string[] {
    const own = encryption(cipher);
    const { number, body } = own.dictionary;
    const object = { number, body: edit(typeof body === 'string' ? body : latin1(body)) };
    const file = appendUpdate(sealed(document(cipher)), {
      kind: 'table',
      objects: [object],
      encryption: { ...own, seal: (one) => one },
    });
    return (changesOf(file)?.changes ?? []).map(({ level, reason, what }) => `${level} ${reason} ${what}`);
  }

  it.each([
    ['streams in plain', (body: string) => body.replace('/StmF/StdCF', '/StmF/Identity'), 'aes128'],
    ['strings in plain', (body: string) => body.replace('/StrF/StdCF', '/StrF/Identity'), 'aes256'],
    ['one more entry', (body: string) => `${body.slice(0, -2)}/More 1>>`, 'rc4'],
  ] as const)('MAP-8 stays what was signed: %s', (_, edit, cipher) => {
    expect(rewritten(edit, cipher)).toContain('other encryption /Encrypt');
  });

  it('MAP-8 may be written again as it was', () => {
    expect(rewritten((body) => body).filter((line) => line.startsWith('other'))).toEqual([]);
  });

  it('MAP-8 stays with what it refers to', () => {
    const own = encryption('aes128');
    const { number, body } = own.dictionary;
    const filters = /\/CF(<<.*?>>>>)/.exec(String(body))?.[1] ?? '';
    expect(filters).toContain('/StdCF');
    const apart = { number, body: String(body).replace(filters, ' 112 0 R') };
    const seal = (one: TestObject): TestObject => (one.number === 112 ? one : own.seal(one));
    const how = { ...own, dictionary: apart, seal };
    const file = sealed(
      writePdf({
        kind: 'table',
        objects: documentObjects({
          catalog: '/AcroForm<</Fields[100 0 R]>>',
          more: [
            { number: 100, body: '<</FT/Sig/V 101 0 R>>' },
            { number: 101, body: `<</Type/Sig${SLOT}>>` },
            { number: 112, body: filters },
          ],
        }),
        encryption: how,
      }),
    );
    const change = (to: string): string[] => {
      const after = appendUpdate(file, {
        kind: 'table',
        objects: [{ number: 112, body: to }],
        encryption: how,
      });
      return (changesOf(after)?.changes ?? []).map(({ reason, what }) => `${reason} ${what}`);
    };
    expect(change(filters.replace('/AuthEvent', '/Other'))).toContain('encryption /Encrypt');
    expect(change(`${filters.slice(0, -2)}/More<<>>>>`)).toContain('encryption /Encrypt');
  });
});
