import { createCipheriv, createHash } from 'node:crypto';
import { bytesOf, type TestEncryption, type TestObject } from './write.ts';

/** RC4 of 128 or 40 bits (V 2, R 3; V 1, R 2), AES of 128 or 256 (V 4, R 4; V 5, R 6). */
export type TestCipher = 'rc4' | 'rc4_40' | 'aes128' | 'aes256';

interface Options {
  /** User password, empty by default; characters below U+0080. */
  password?: string;
  /** Objects that stand in the clear. */
  plain?: number[];
  /** More entries of the encryption dictionary. */
  entries?: string;
  /** /P: by default fields may be filled in, and nothing else be changed. */
  permissions?: number;
  /** What is enciphered, by AES: both by default. */
  only?: 'strings' | 'streams';
  /** /EncryptMetadata false, by AES. */
  openMetadata?: boolean;
}

const NUMBER = 9000;
const PERMISSIONS = -44;
const ID = Buffer.from('an id of 16 byte');
const PADDING = Buffer.from('28bf4e5e4e758a4164004e56fffa01082e2e00b6d0683e802f0ca9fe6453697a', 'hex');
const OWNER = Buffer.alloc(48, 7);

type Cipher = (bytes: Buffer, object: TestObject) => Buffer;
type Made = { body: string; encipher: Cipher };
type Wish = Required<Pick<Options, 'password' | 'permissions' | 'openMetadata'>>;

/** Encrypts a test file. Nobody knows the owner password. */
export function testEncryption(cipher: TestCipher, options: Options = {}): TestEncryption {
  const { password = '', permissions = PERMISSIONS, only, openMetadata = false } = options;
  const { body, encipher } = MAKERS[cipher]({ password, permissions, openMetadata });
  const plain = new Set(options.plain);
  const named = (what: 'strings' | 'streams'): string =>
    only === undefined || only === what ? 'StdCF' : 'Identity';
  const filters = cipher.startsWith('aes') ? `/StmF/${named('streams')}/StrF/${named('strings')}` : '';
  const own = (object: TestObject): TestObject =>
    sealed(object, encipher, { strings: only !== 'streams', streams: only !== 'strings', openMetadata });
  return {
    dictionary: {
      number: NUMBER,
      body: `<</Filter/Standard/P ${permissions}${filters}${body}${options.entries ?? ''}>>`,
    },
    trailer: `/Encrypt ${NUMBER} 0 R/ID[${hex(ID)}${hex(ID)}]`,
    seal: (object) => (plain.has(object.number) ? object : own(object)),
  };
}

const hex = (bytes: Buffer): string => `<${bytes.toString('hex')}>`;

/** /O, /U and the file's key up to revision 4 (§7.6.4.3.2, §7.6.4.4). */
function classic({ password, permissions, openMetadata }: Wish, revision: 2 | 3 | 4) {
  const padded = Buffer.concat([Buffer.from(password), PADDING]).subarray(0, 32);
  const bits = Buffer.alloc(4);
  bits.writeInt32LE(permissions);
  const owner = OWNER.subarray(0, 32);
  let key = md5(padded, owner, bits, ID, Buffer.alloc(openMetadata ? 4 : 0, 255));
  if (revision === 2) {
    key = key.subarray(0, 5);
    return { key, entries: `/O ${hex(owner)}/U ${hex(keystream(key, PADDING))}` };
  }
  for (let round = 0; round < 50; round++) key = md5(key);
  let user = md5(PADDING, ID);
  for (let round = 0; round < 20; round++)
    user = keystream(Buffer.from(key.map((byte) => byte ^ round)), user);
  return { key, entries: `/O ${hex(owner)}/U ${hex(Buffer.concat([user, Buffer.alloc(16)]))}` };
}

/** Algorithm 1 (§7.6.3.1). */
function objectKey(key: Buffer, { number, generation = 0 }: TestObject, salt = ''): Buffer {
  const place = Buffer.alloc(8);
  place.writeUInt32LE(number, 0);
  place.writeUInt32LE(generation, 3);
  return md5(key, place.subarray(0, 5), Buffer.from(salt)).subarray(0, Math.min(key.length + 5, 16));
}

function rc4(wish: Wish): Made {
  const { key, entries } = classic(wish, 3);
  return {
    body: `/V 2/R 3/Length 128${entries}`,
    encipher: (bytes, object) => keystream(objectKey(key, object), bytes),
  };
}

function rc4Short(wish: Wish): Made {
  const { key, entries } = classic(wish, 2);
  return {
    body: `/V 1/R 2${entries}`,
    encipher: (bytes, object) => keystream(objectKey(key, object), bytes),
  };
}

function aes128(wish: Wish): Made {
  const { key, entries } = classic(wish, 4);
  const open = wish.openMetadata ? '/EncryptMetadata false' : '';
  const encipher = chained((object) => objectKey(key, object, 'sAlT'));
  return {
    body: `/V 4/R 4/Length 128/CF<</StdCF<</CFM/AESV2/AuthEvent/DocOpen/Length 16>>>>${open}${entries}`,
    encipher,
  };
}

/** With the initialization vector before it, which here is a number that counts. */
function chained(keyOf: (object: TestObject) => Buffer): Cipher {
  let count = 0;
  return (bytes, object) => {
    const iv = Buffer.alloc(16, (count++ % 250) + 1);
    return Buffer.concat([iv, aes(keyOf(object), iv, bytes, true)]);
  };
}

const md5 = (...parts: Uint8Array[]): Buffer => createHash('md5').update(Buffer.concat(parts)).digest();

function keystream(key: Buffer, bytes: Buffer): Buffer {
  const state = Array.from({ length: 256 }, (_, at) => at);
  const swap = (a: number, b: number): void => {
    const [one = 0, two = 0] = [state[a], state[b]];
    state[a] = two;
    state[b] = one;
  };
  for (let i = 0, j = 0; i < 256; i++) {
    j = (j + (state[i] ?? 0) + (key[i % key.length] ?? 0)) % 256;
    swap(i, j);
  }
  let [i, j] = [0, 0];
  return Buffer.from(
    bytes.map((byte) => {
      i = (i + 1) % 256;
      j = (j + (state[i] ?? 0)) % 256;
      swap(i, j);
      return byte ^ (state[((state[i] ?? 0) + (state[j] ?? 0)) % 256] ?? 0);
    }),
  );
}

function aes256({ password, permissions: given, openMetadata }: Wish): Made {
  const key = Buffer.from('a key of two and thirty bytes ..');
  const [check, salt] = [Buffer.from('8 bytes.'), Buffer.from('8 more..')];
  const user = Buffer.concat([hardened(password, check), check, salt]);
  const userKey = aes(hardened(password, salt), Buffer.alloc(16), key, false);
  const permissions = Buffer.from('PPPP\xff\xff\xff\xffTadbabcd', 'latin1');
  permissions.writeInt32LE(given);
  if (openMetadata) permissions.write('F', 8);
  const perms = createCipheriv('aes-256-ecb', key, null).setAutoPadding(false).update(permissions);
  return {
    body:
      `/V 5/R 6/Length 256/CF<</StdCF<</CFM/AESV3/AuthEvent/DocOpen/Length 32>>>>` +
      (openMetadata ? '/EncryptMetadata false' : '') +
      `/O ${hex(OWNER)}/OE ${hex(OWNER.subarray(0, 32))}/U ${hex(user)}/UE ${hex(userKey)}/Perms ${hex(perms)}`,
    encipher: chained(() => key),
  };
}

const MAKERS: Record<TestCipher, (wish: Wish) => Made> = { rc4, rc4_40: rc4Short, aes128, aes256 };

function aes(key: Buffer, iv: Buffer, bytes: Buffer, padding: boolean): Buffer {
  const cipher = createCipheriv(`aes-${key.length * 8}-cbc`, key, iv).setAutoPadding(padding);
  return Buffer.concat([cipher.update(bytes), cipher.final()]);
}

/** ISO 32000-2 §7.6.4.3.4, as it is written there. */
function hardened(password: string, salt: Buffer): Buffer {
  let key = createHash('sha256').update(password).update(salt).digest();
  for (let round = 0, last = 0; round < 64 || last > round - 32; round++) {
    const block = Buffer.concat([Buffer.from(password), key]);
    const repeated = Buffer.concat(Array.from({ length: 64 }, () => block));
    const cipher = aes(key.subarray(0, 16), key.subarray(16, 32), repeated, false);
    const remainder = BigInt(`0x${cipher.subarray(0, 16).toString('hex')}`) % 3n;
    key = createHash(['sha256', 'sha384', 'sha512'][Number(remainder)] ?? '')
      .update(cipher)
      .digest();
    last = cipher.at(-1) ?? 0;
  }
  return key.subarray(0, 32);
}

/** Enciphers the strings of an object and the data of its stream. */
function sealed(
  object: TestObject,
  encipher: Cipher,
  what: { strings: boolean; streams: boolean; openMetadata: boolean },
): TestObject {
  const text = Buffer.from(bytesOf(object.body)).toString('latin1');
  const at = /\bstream\n/.exec(text);
  const head = at === null ? text : text.slice(0, at.index);
  const string = (bytes: Buffer): string => hex(encipher(bytes, object));
  const strings = !what.strings
    ? head
    : head.replace(
        /\(((?:[^()\\]|\\.)*)\)|(?<!<)<([0-9A-Fa-f\s]*)>/gs,
        (_, literal: string | undefined, digits: string | undefined) =>
          string(
            literal === undefined
              ? Buffer.from(digits ?? '', 'hex')
              : Buffer.from(unescaped(literal), 'latin1'),
          ),
      );
  if (at === null) return { ...object, body: strings };
  const isOpen = !what.streams || (what.openMetadata && head.includes('/Type/Metadata'));
  const data = Buffer.from(text.slice(at.index + at[0].length, text.lastIndexOf('\nendstream')), 'latin1');
  const enciphered = isOpen ? data : encipher(data, object);
  return {
    ...object,
    body: Buffer.concat([
      Buffer.from(strings.replace(/\/Length \d+/, `/Length ${enciphered.length}`), 'latin1'),
      Buffer.from('stream\n'),
      enciphered,
      Buffer.from('\nendstream'),
    ]),
  };
}

const unescaped = (literal: string): string =>
  literal.replace(/\\([0-7]{1,3}|.)/gs, (_, escaped: string) =>
    /^[0-7]/.test(escaped)
      ? String.fromCharCode(Number.parseInt(escaped, 8))
      : ({ n: '\n', r: '\r', t: '\t', b: '\b', f: '\f' }[escaped] ?? escaped),
  );
