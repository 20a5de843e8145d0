import { draftSignature, finishSignature, PadesError, type Stamp } from '@websign/pades';
import type { Prepared } from '@websign/pdf';
import { digestOf, estimateCmsBytes, nameValue } from '@websign/pki';
import { nodePorts } from '@websign/ports';
import type { Identity } from '../../identity.ts';
import type { SignatureWish } from '../../sandbox/engine.ts';
import type { Context } from '../context.ts';
import { RequestError } from '../errors.ts';
import { prepareTallied } from '../sign/tally.ts';
import { zonedTime } from '../sign/zoned-time.ts';
import { stampWith } from '../time-stamps.ts';

type Tools = Pick<Context, 'seal' | 'engine' | 'timeStamps' | 'clock' | 'config'>;

/**
 * A PDF that this service made, under the service's own seal: anybody can see that it came from here and is as it
 * was. Time-stamped wherever authorities are configured. Throws RequestError `no_seal`, `timestamp_unavailable`.
 */
export async function sealed(context: Tools, bytes: Uint8Array): Promise<Uint8Array> {
  const { seal, engine, timeStamps, clock, config } = context;
  if (seal === undefined) throw new RequestError('no_seal');
  const source = {
    length: bytes.length,
    async *read() {
      yield bytes;
    },
  };
  const prepared = await prepareTallied(engine, source, wishOf(seal, clock(), config.TIME_ZONE));
  const stamp = timeStamps && stampWith(timeStamps, engine, clock);
  return Buffer.concat([bytes, await tailOf(prepared, seal, stamp)]);
}

function wishOf({ certificate, chain, algorithm }: Identity, now: number, zone: string): SignatureWish {
  const { subject } = certificate;
  return {
    time: zonedTime(now, zone),
    digestAlgorithm: digestOf(algorithm),
    contentsBytes: estimateCmsBytes(chain),
    name: nameValue(subject, 'commonName') ?? subject.text,
  };
}

async function tailOf(prepared: Prepared, seal: Identity, stamp: Stamp | undefined): Promise<Uint8Array> {
  const draft = draftSignature(prepared, seal, nodePorts());
  const signature = seal.sign(draft.signedAttributes);
  try {
    return (await finishSignature(prepared, draft, signature, nodePorts(), stamp)).tail;
  } catch (cause) {
    if (!(cause instanceof PadesError) || cause.code === 'signature_invalid') throw cause;
    throw new RequestError('timestamp_unavailable', { cause });
  }
}
