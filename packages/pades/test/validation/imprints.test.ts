import { embed, openPdf, prepareDocTimeStamp } from '@websign/pdf';
import { isInstalled, judgedFiles, pem, TEST_KEYS } from '@websign/testkit';
import { expect, test } from 'vitest';
import { it } from './case.ts';
import { allGood, DAY, joined, judge, ports, sign } from './world.ts';

const noOpenssl = !isInstalled('openssl');

/** A token that OpenSSL makes of the test's authority, now. */
function tokenOver(content: Uint8Array, digest: string): Uint8Array {
  const settings = '[tsa]\nserial=serial\ndigests=sha1,sha256\nsigner_digest=sha256\ndefault_policy=1.2.3\n';
  const query = judgedFiles('openssl', { content }, 'ts', '-query', '-data', 'content', digest, '-cert');
  const files = {
    query: query.stdout,
    'tsa.cnf': settings,
    serial: '01',
    'tsa.pem': pem('CERTIFICATE', it.tsa.certificate),
    'key.pem': TEST_KEYS.tsa,
  };
  const reply = [
    'ts',
    '-reply',
    '-config',
    'tsa.cnf',
    '-section',
    'tsa',
    '-queryfile',
    'query',
    '-token_out',
  ];
  return judgedFiles('openssl', files, ...reply, '-signer', 'tsa.pem', '-inkey', 'key.pem').stdout;
}

test.skipIf(noOpenssl)(
  noOpenssl
    ? 'imprints (skipped: openssl not installed)'
    : 'a time-stamp over a digest by SHA-1 is weak, and proves nothing (TS 119 312)',
  async () => {
    const bytes = await sign(it);
    const stamped = async (digest: string) => {
      const options = { digestAlgorithm: 'SHA-256' as const, contentsBytes: 10_000 };
      const prepared = prepareDocTimeStamp(openPdf(bytes, ports), options);
      const whole = Buffer.concat([bytes, prepared.tail]);
      const [, before, after, length] = prepared.byteRange;
      const content = Buffer.concat([whole.subarray(0, before), whole.subarray(after, after + length)]);
      const file = joined(bytes, embed(prepared, tokenOver(content, digest)));
      const at = Date.now() + DAY;
      const { signatures } = await judge(file, it, { material: await allGood(it, at), at });
      return signatures.at(-1)?.subIndication;
    };
    expect(await stamped('-sha256')).toBeUndefined();
    expect(await stamped('-sha1')).toBe('CRYPTO_CONSTRAINTS_FAILURE_NO_POE');
  },
);
