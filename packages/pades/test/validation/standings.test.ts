import { standingOf } from '@websign/pades';
import { TEST_NOW, testCrl } from '@websign/testkit';
import { describe, expect, test } from 'vitest';
import { CA_SERIAL, fine, it, SERIAL } from './case.ts';
import {
  allGood,
  DAY,
  NONE,
  ports,
  SIGNER_EXTENSIONS,
  TSA_EXTENSIONS,
  token,
  type World,
  world,
} from './world.ts';

async function standing(of: World, material = NONE, tokens: Uint8Array[] = []) {
  const chain = [of.signer.certificate, of.ca.certificate];
  const grounds = { anchors: of.anchors, at: TEST_NOW, freshnessMs: DAY };
  const { status, reason } = await standingOf({ chain, tokens }, material, grounds, ports);
  return reason === undefined ? status : `${status} ${reason}`;
}

describe('how certificates stand', () => {
  test('good, unknown, and revoked where an authority above is', async () => {
    const stamp = await token(it, Buffer.from('x'), TEST_NOW);
    expect(await standing(it, fine, [stamp])).toBe('good');
    expect(await standing(it)).toBe('unknown revocation_missing');
    const entries = [{ serial: CA_SERIAL, revokedAt: TEST_NOW - DAY }];
    const crls = [await testCrl(it.root, { entries })];
    expect(await standing(it, { ...fine, crls })).toBe('revoked revoked');
  });

  test('a signer’s must be for signatures, a time-stamp authority’s for time-stamps', async () => {
    const signer = {
      serial: SERIAL,
      extensions: { ...SIGNER_EXTENSIONS, keyUsage: ['keyEncipherment' as const] },
    };
    const narrow = await world({ signer });
    expect(await standing(narrow, await allGood(narrow))).toBe('invalid signer_key_usage');
    const extendedKeyUsage = { purposes: ['1.3.6.1.5.5.7.3.9'], critical: true };
    const tsa = { serial: Uint8Array.of(0x5a, 20), extensions: { ...TSA_EXTENSIONS, extendedKeyUsage } };
    const other = await world({ tsa });
    const stamp = await token(other, Buffer.from('x'), TEST_NOW);
    expect(await standing(other, await allGood(other))).toBe('good');
    expect(await standing(other, await allGood(other), [stamp])).toBe('invalid timestamp_key_usage');
  });
});
