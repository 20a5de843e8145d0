import { openPdf, readPermissions } from '@websign/pdf';
import { operatorAnchor, type RevocationReason } from '@websign/pki';
import { type LongTermWorld, longTermWorld, TEST_NOW } from '@websign/testkit';
import { beforeEach, describe, expect, test } from 'vitest';
import { gather, type Standing, standingOf } from '../src/index.ts';
import { document, offline, ports, signed } from './long-term.ts';

const DAY = 24 * 3600 * 1000;
let world: LongTermWorld;
beforeEach(async () => {
  world = await longTermWorld();
});

/** With what the authorities answer. */
async function asked({ stamped = false, trusted = true } = {}): Promise<Standing> {
  const chain = [world.signer.certificate, world.issuing.certificate];
  const tokens = stamped ? [await world.stamp(new Uint8Array(32), 'SHA-256')] : [];
  const anchors = trusted ? [operatorAnchor(world.root.certificate, ports).anchor] : [];
  const grounds = { anchors, at: world.now, freshnessMs: DAY };
  const validate = (material: Parameters<typeof standingOf>[1]) =>
    standingOf({ chain, tokens }, material, grounds, ports);
  return (await gather({ validate, fetch: world.fetch, rounds: 6 })).validation;
}

const revoked = (reason: RevocationReason) =>
  ({ status: 'revoked', revokedAt: TEST_NOW - DAY, reason }) as const;

describe('how certificates stand before anything is signed', () => {
  test('good, with the answers on which that rests', async () => {
    const { status, used } = await asked();
    expect(status).toBe('good');
    expect(used.ocsps.length + used.crls.length).toBeGreaterThan(0);
  });

  test.each(['keyCompromise', 'certificateHold'] as const)('revoked: %s', async (reason) => {
    world.status = revoked(reason);
    world.away.add('.crl');
    expect((await asked()).status).toBe('revoked');
  });

  test('unknown where no authority answers; each was asked', async () => {
    world.away.add('pki.test.invalid');
    expect(await asked()).toMatchObject({ status: 'unknown', reason: 'revocation_missing' });
    expect(world.asked.some((url) => url.endsWith('/ocsp'))).toBe(true);
    expect(world.asked.some((url) => url.endsWith('.crl'))).toBe(true);
  });

  test('invalid without an anchor', async () => {
    expect((await asked({ trusted: false })).status).toBe('invalid');
  });

  test('SGN-6: a signature that permits no change takes its validation data along, time-stamps included', async () => {
    const { status, used: material } = await asked({ stamped: true });
    expect(status).toBe('good');
    const { file } = await signed(document(), world, { lock: true, material });
    expect(readPermissions(openPdf(file, ports)).permission).toBe(1);
    const { verdict, signatures } = await offline(file, world);
    expect(verdict).toBe('valid');
    expect(signatures).toMatchObject([
      { indication: 'TOTAL-PASSED', level: 'B-LT', covers: 'whole-file', changes: { level: 'none' } },
    ]);
  });
});
