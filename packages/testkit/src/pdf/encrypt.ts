import { createCipheriv, createHash } from 'node:crypto';
import { bytesOf, type TestEncryption, type TestObject } from './write.ts';

export type TestCipher = 'rc4' | 'aes256';

interface Options {
  /** User password, empty by default; characters below U+0080. */
  password?: string;
  /** Objects that stand in the clear. */
  plain?: number[];
  /** More entries of the encryption dictionary. */
  entries?: string;
}

const NUMBER = 9000;
const PERMISSIONS = -44;
const ID = Buffer.from('an id of 16 byte');
const PADDING = Buffer.from('28bf4e5e4e758a4164004e56fffa01082e2e00b6d0683e802f0ca9fe6453697a', 'hex');
const OWNER = Buffer.alloc(48, 7);

type Cipher = (bytes: Buffer, object: TestObject) => Buffer;

/** Encrypts a test file: RC4 of 128 bits (V 2, R 3), or AES of 256 (V 5, R 6). Nobody knows the owner password. */
export function testEncryption(cipher: TestCipher, options: Options = {}): TestEncryption {
  const { body, encipher } = (cipher === 'rc4' ? rc4 : aes256)(options.password ?? '');
  const plain = new Set(options.plain);
  return {
    dictionary: {
      number: NUMBER,
      body: `<</Filter/Standard/P ${PERMISSIONS}${body}${options.entries ?? ''}>>`,
    },
    trailer: `/Encrypt ${NUMBER} 0 R/ID[${hex(ID)}${hex(ID)}]`,
    seal: (object) => (plain.has(object.number) ? object : sealed(object, encipher)),
  };
}

const hex = (bytes: Buffer): string => `<${bytes.toString('hex')}>`;

function rc4(password: string): { body: string; encipher: Cipher } {
  const padded = Buffer.concat([Buffer.from(password), PADDING]).subarray(0, 32);
  const permissions = Buffer.alloc(4);
  permissions.writeInt32LE(PERMISSIONS);
  const owner = OWNER.subarray(0, 32);
  let key = md5(padded, owner, permissions, ID);
  for (let round = 0; round < 50; round++) key = md5(key);
  let user = md5(PADDING, ID);
  for (let round = 0; round < 20; round++)
    user = keystream(Buffer.from(key.map((byte) => byte ^ round)), user);
  return {
    body: `/V 2/R 3/Length 128/O ${hex(owner)}/U ${hex(Buffer.concat([user, Buffer.alloc(16)]))}`,
    encipher(bytes, { number, generation = 0 }) {
      const place = Buffer.alloc(8);
      place.writeUInt32LE(number, 0);
      place.writeUInt32LE(generation, 3);
      return keystream(md5(key, place.subarray(0, 5)), bytes);
    },
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

function aes256(password: string): { body: string; encipher: Cipher } {
  const key = Buffer.from('a key of two and thirty bytes ..');
  const [check, salt] = [Buffer.from('8 bytes.'), Buffer.from('8 more..')];
  const user = Buffer.concat([hardened(password, check), check, salt]);
  const userKey = aes(hardened(password, salt), Buffer.alloc(16), key, false);
  const permissions = Buffer.from('PPPP\xff\xff\xff\xffTadbabcd', 'latin1');
  permissions.writeInt32LE(PERMISSIONS);
  const perms = createCipheriv('aes-256-ecb', key, null).setAutoPadding(false).update(permissions);
  let count = 0;
  return {
    body:
      `/V 5/R 6/Length 256/CF<</StdCF<</CFM/AESV3/AuthEvent/DocOpen/Length 32>>>>/StmF/StdCF/StrF/StdCF` +
      `/O ${hex(OWNER)}/OE ${hex(OWNER.subarray(0, 32))}/U ${hex(user)}/UE ${hex(userKey)}/Perms ${hex(perms)}`,
    encipher(bytes) {
      const iv = Buffer.alloc(16, (count++ % 250) + 1);
      return Buffer.concat([iv, aes(key, iv, bytes, true)]);
    },
  };
}

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
function sealed(object: TestObject, encipher: Cipher): TestObject {
  const text = Buffer.from(bytesOf(object.body)).toString('latin1');
  const at = /\bstream\n/.exec(text);
  const head = at === null ? text : text.slice(0, at.index);
  const string = (bytes: Buffer): string => hex(encipher(bytes, object));
  const strings = head.replace(
    /\(((?:[^()\\]|\\.)*)\)|(?<!<)<([0-9A-Fa-f\s]*)>/gs,
    (_, literal: string | undefined, digits: string | undefined) =>
      string(
        literal === undefined ? Buffer.from(digits ?? '', 'hex') : Buffer.from(unescaped(literal), 'latin1'),
      ),
  );
  if (at === null) return { ...object, body: strings };
  const data = Buffer.from(text.slice(at.index + at[0].length, text.lastIndexOf('\nendstream')), 'latin1');
  const enciphered = encipher(data, object);
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
