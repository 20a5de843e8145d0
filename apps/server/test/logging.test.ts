import { describe, expect, test } from 'vitest';
import { mask, openLog } from '../src/logging.ts';

const id = 'Zk3vX9qYw1T_aB-cD4eF5gH6iJ7kL8mN9oP0qR1sT2u';

describe('the mask', () => {
  test.each([
    ['a query', `GET /api/ping?sessionId=${id}&x=1`],
    ['an encoded query', `/?next=%2Fping%3FsessionId%3D${id}`],
    ['a header', `authorization: Bearer ${id}`],
    ['nested JSON', JSON.stringify({ msg: JSON.stringify({ password: 'hunter2!', otp: '918273' }) })],
    ['a sentence', 'password=hunter2! otp: 918273'],
    ['a provisioning address', 'otpauth://totp/x?secret=hunter2!'],
    ['a database address', 'postgres://websign:hunter2!@db/websign'],
  ])('hides what stands in %s', (_, line) => {
    const masked = mask(line);
    for (const secret of [id, 'hunter2!', '918273']) expect(masked).not.toContain(secret);
  });

  test('leaves JSON whole, and everything else alone', () => {
    const line = JSON.stringify({ a: { password: 'p"q', otp: '1' }, sha256: 'a'.repeat(64), n: 1 });
    expect(JSON.parse(mask(line))).toMatchObject({ sha256: 'a'.repeat(64), n: 1 });
    expect(mask('nothing to hide')).toBe('nothing to hide');
  });

  test('lines of the log are JSON without secrets, wherever they were put', () => {
    const lines: string[] = [];
    const log = openLog('info', { write: (line) => void lines.push(line) });
    log.info(
      { body: { password: 'hunter2!', deep: { otp: '918273' } }, url: `/x?sessionId=${id}` },
      `said ${id}`,
    );
    log.error({ err: new Error(`failed for ${id} with password=hunter2!`) });
    for (const line of lines) {
      expect(() => JSON.parse(line)).not.toThrow();
      for (const secret of [id, 'hunter2!', '918273']) expect(line).not.toContain(secret);
    }
  });
});
