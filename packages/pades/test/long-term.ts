import { openPdf, prepareSignature, type SignatureOptions } from '@websign/pdf';
import { estimateCmsBytes, type Material, operatorAnchor } from '@websign/pki';
import { nodePorts } from '@websign/ports';
import { documentObjects, type LongTermWorld, signedBy, writePdf, type XrefKind } from '@websign/testkit';
import {
  draftSignature,
  evidence,
  finishSignature,
  gather,
  prepareAddition,
  type RaiseCalls,
  type Raised,
  raise,
  renewing,
  standingOf,
  type Validation,
  validate,
} from '../src/index.ts';

export const ports = nodePorts();
const DAY = 24 * 3600 * 1000;

export const document = (kind: XrefKind = 'table', text = 'hello'): Uint8Array =>
  writePdf({
    kind,
    hidden: [],
    objects: documentObjects({ pages: [{ content: `BT /F1 24 Tf 72 700 Td (${text}) Tj ET` }] }),
  });

const grounds = (world: LongTermWorld) => ({
  anchors: [operatorAnchor(world.root.certificate, ports).anchor],
  at: world.now,
  freshnessMs: DAY,
});

/** The calls of a raise in this process, on a file in memory. */
export function callsOn(original: Uint8Array, world: LongTermWorld): RaiseCalls {
  const whole = (tail: Uint8Array) => Buffer.concat([original, tail]);
  return {
    evidence: (tail) => evidence(whole(tail), openPdf(whole(tail), ports), ports),
    validate: async (found, alone = false) => {
      const once = renewing((material, newerThan) => {
        const on = { ...grounds(world), ...(newerThan === undefined ? {} : { newerThan }) };
        return validate(found, material, on, ports);
      });
      return (await gather({ validate: once, fetch: world.fetch, rounds: alone ? 0 : 6 })).validation;
    },
    prepare: async (tail, wish) => prepareAddition(openPdf(whole(tail), ports), wish),
    stamp: world.stamp,
  };
}

/** The verdicts by what the file itself holds. */
export async function offline(file: Uint8Array, world: LongTermWorld): Promise<Validation> {
  const found = await evidence(file, openPdf(file, ports), ports);
  return validate(found, { certificates: [], ocsps: [], crls: [] }, grounds(world), ports);
}

/** A signature of the world's signer, with a time-stamp unless it is `plain`: the file, and the field. */
export async function signed(
  original: Uint8Array,
  world: LongTermWorld,
  options: Partial<SignatureOptions> & { plain?: boolean } = {},
): Promise<{ file: Uint8Array; tail: Uint8Array; field: string }> {
  const { plain = false, ...rest } = options;
  const { signer, issuing } = world;
  const chain = [signer.certificate, issuing.certificate];
  const prepared = await prepareSignature(openPdf(original, ports), {
    time: { epochMs: world.now, offsetMinutes: 120 },
    digestAlgorithm: 'SHA-256',
    contentsBytes: estimateCmsBytes(chain),
    ...rest,
  });
  const draft = draftSignature(prepared, { chain, algorithm: 'ecdsa-p256-sha256' }, ports);
  const stamp = (value: Uint8Array) => world.stamp(ports.digest('SHA-256', value), 'SHA-256');
  const value = signedBy(signer)(draft.signedAttributes);
  const { tail } = await finishSignature(prepared, draft, value, ports, plain ? undefined : stamp);
  return { file: Buffer.concat([original, tail]), tail, field: prepared.field };
}

/** A signature at a level, as it is made: sign, then raise. */
export async function signedAt(
  level: 'B-LT' | 'B-LTA',
  original: Uint8Array,
  world: LongTermWorld,
): Promise<{ file: Uint8Array; raised: Raised }> {
  const { tail, field } = await signed(original, world);
  const raised = await raise(tail, { level, field }, callsOn(original, world));
  return { file: Buffer.concat([original, raised.tail]), raised };
}

/** Raises a file that is there already. */
export async function extended(
  file: Uint8Array,
  level: 'B-T' | 'B-LT' | 'B-LTA',
  world: LongTermWorld,
): Promise<{ file: Uint8Array; raised: Raised }> {
  const raised = await raise(new Uint8Array(), { level }, callsOn(file, world));
  return { file: Buffer.concat([file, raised.tail]), raised };
}

/** What a signature embeds that is made now, collected before it is made. */
export async function aheadOf(world: LongTermWorld): Promise<Material> {
  const input = {
    chain: [world.signer.certificate, world.issuing.certificate],
    tokens: [await world.stamp(new Uint8Array(32), 'SHA-256')],
  };
  const judge = (material: Material) => standingOf(input, material, grounds(world), ports);
  const { validation } = await gather({ validate: judge, fetch: world.fetch, rounds: 6 });
  if (validation.status !== 'good') throw new Error(`the certificates stand as ${validation.status}`);
  return validation.used;
}
