import {
  draftSignature,
  evidence,
  finishSignature,
  gather,
  prepareAddition,
  type RaiseCalls,
  raise,
  renewing,
  type Validation,
  validate,
} from '@websign/pades';
import { openPdf, type PdfPorts, prepareSignature, reopen } from '@websign/pdf';
import { estimateCmsBytes, type Material, operatorAnchor, type PkiPorts } from '@websign/pki';
import { type LongTermWorld, signedBy } from '@websign/testkit';

export type Ports = PdfPorts & PkiPorts;

const FRESHNESS_MS = 24 * 3600 * 1000;
export const NO_MATERIAL: Material = { certificates: [], ocsps: [], crls: [] };

/** A reading of one file and a verdict on its signatures, as in `websign verify`. */
export async function judge(
  bytes: Uint8Array,
  on: { root: Uint8Array; at: number; material: Material },
  ports: Ports,
): Promise<Validation> {
  const found = await evidence(bytes, openPdf(bytes, ports), ports);
  const grounds = { anchors: [operatorAnchor(on.root, ports).anchor], at: on.at, freshnessMs: FRESHNESS_MS };
  return validate(found, on.material, grounds, ports);
}

/** A signature of the world's signer, from the bytes to the finished tail; B-T where `stamp` is given. */
export async function sign(
  original: Uint8Array,
  world: LongTermWorld,
  ports: Ports,
  stamp?: LongTermWorld['stamp'],
): Promise<{ tail: Uint8Array; field: string }> {
  const chain = [world.signer.certificate, world.issuing.certificate];
  const prepared = await prepareSignature(openPdf(original, ports), {
    time: { epochMs: world.now, offsetMinutes: 120 },
    digestAlgorithm: 'SHA-256',
    contentsBytes: estimateCmsBytes(chain),
  });
  const draft = draftSignature(prepared, { chain, algorithm: 'ecdsa-p256-sha256' }, ports);
  const value = signedBy(world.signer)(draft.signedAttributes);
  const stamped = stamp && ((signature: Uint8Array) => stamp(ports.digest('SHA-256', signature), 'SHA-256'));
  const { tail } = await finishSignature(prepared, draft, value, ports, stamped);
  return { tail, field: prepared.field };
}

/** A signature that was made at B-T, raised; the authorities are asked as `world` says. */
export async function raised(
  original: Uint8Array,
  { tail, field }: { tail: Uint8Array; field: string },
  level: 'B-LT' | 'B-LTA',
  world: Pick<LongTermWorld, 'root' | 'now' | 'fetch' | 'stamp'>,
  ports: Ports,
): Promise<{ tail: Uint8Array; material: Material }> {
  const base = openPdf(original, ports);
  const anchors = [operatorAnchor(world.root.certificate, ports).anchor];
  let material = NO_MATERIAL;
  const calls: RaiseCalls = {
    evidence: (added) => {
      const pdf = reopen(base, added);
      return evidence(pdf.bytes, pdf, ports);
    },
    validate: async (found, alone = false) => {
      const once = renewing((got, newerThan) => {
        const on = { anchors, at: world.now, freshnessMs: FRESHNESS_MS };
        return validate(found, got, newerThan === undefined ? on : { ...on, newerThan }, ports);
      });
      const done = await gather({ validate: once, fetch: world.fetch, rounds: alone ? 0 : 6 });
      material = done.validation.used;
      return done.validation;
    },
    prepare: async (added, wish) => prepareAddition(reopen(base, added), wish),
    stamp: world.stamp,
  };
  const { tail: whole } = await raise(tail, { level, field }, calls);
  return { tail: whole, material };
}

/** Ports that count what is digested and keep what is verified. */
export function counting(ports: Ports): {
  ports: Ports;
  counts: { digested: number };
  verified: Map<string, Parameters<PkiPorts['verify']>>;
} {
  const counts = { digested: 0 };
  const verified = new Map<string, Parameters<PkiPorts['verify']>>();
  type Running = ReturnType<PdfPorts['digest']>;
  const counted = (running: Running): Running => ({
    update: (bytes) => {
      counts.digested += bytes.length;
      return counted(running.update(bytes));
    },
    copy: () => counted(running.copy()),
    digest: () => running.digest(),
  });
  function digest(algorithm: 'SHA-256'): Running;
  function digest(algorithm: 'SHA-256', bytes: Uint8Array): Uint8Array;
  function digest(algorithm: 'SHA-256', bytes?: Uint8Array): Running | Uint8Array {
    if (bytes === undefined) return counted(ports.digest(algorithm));
    counts.digested += bytes.length;
    return ports.digest(algorithm, bytes);
  }
  const verify: PkiPorts['verify'] = (...call) => {
    const [algorithm, ...parts] = call;
    const key = [algorithm, ...parts.map((part) => Buffer.from(part).toString('base64'))].join(' ');
    verified.set(key, call);
    return ports.verify(...call);
  };
  return { ports: { ...ports, digest: digest as Ports['digest'], verify }, counts, verified };
}
