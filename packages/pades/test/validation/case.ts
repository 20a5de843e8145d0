import type { SubIndication } from '@websign/pades';
import type { Material } from '@websign/pki';
import type { testOcsp } from '@websign/testkit';
import { allGood, good, type World, world } from './world.ts';

export const SERIAL = Uint8Array.of(0x5a, 10);
export const CA_SERIAL = Uint8Array.of(0x5a, 2);
export const it = await world();
export const fine = await allGood(it);
export const revoked = (revokedAt: number, reason?: 'certificateHold') => ({
  status: () => ({ status: 'revoked' as const, revokedAt, ...(reason === undefined ? {} : { reason }) }),
});
/** Everything good but what the signer's own authority says of it. */
export const but = async (of: World, change: Parameters<typeof testOcsp>[3]): Promise<Material> => {
  const all = await allGood(of);
  return { ...all, ocsps: [await good(of, of.signer, change), ...all.ocsps.slice(1)] };
};

export interface Case {
  told: string;
  bytes: Uint8Array;
  of?: Pick<World, 'anchors'>;
  material?: Partial<Material>;
  at?: number;
  indication?: 'TOTAL-PASSED' | 'TOTAL-FAILED';
  sub?: SubIndication;
  reason?: string;
}
