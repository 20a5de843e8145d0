import { signAnswer } from '@websign/contract';
import type { TimeStampClient } from '@websign/providers';
import { z } from 'zod';
import type { Authorities } from '../outbound.ts';
import type { Sandbox } from '../sandbox/pool.ts';
import type { Secrets } from '../secrets.ts';
import type { Keys } from '../services/keys.ts';
import type { TimeStamps } from '../services/time-stamps.ts';
import type { Attempt, AttemptOutcome, Storage } from '../storage/index.ts';
import type { Observe } from './observe.ts';
import { overlaid } from './overlay.ts';

/** What is counted of people's doings, by closed codes. */
export interface Counts {
  /** A document of a sign request: `signed`, or why not. */
  signed(code: string): void;
  /** A try at an account's secrets. */
  attempted(origin: Attempt['origin'], outcome: string): void;
  /** A failure that keeps an address from logging in. */
  throttled(): void;
}

/** The same, each step and outcome measured. */
export function observedSecrets(secrets: Secrets, counts: Counts, observe: Observe): Secrets {
  return {
    ...secrets,
    storage: observedStorage(secrets.storage, observe, counts),
    keys: observedKeys(secrets.keys, observe),
    timeStamps: observedTimeStamps(secrets.timeStamps, 'signature', observe),
    archive: observedTimeStamps(secrets.archive, 'archive', observe),
  };
}

/** Each job by its name. */
export const observedSandbox = (sandbox: Sandbox, observe: Observe): Sandbox =>
  overlaid(sandbox, {
    run: (...job) => observe({ step: 'sandbox', kind: job[0] }, () => sandbox.run(...job)),
    open(place) {
      const lease = sandbox.open(place);
      return overlaid(lease, {
        run: (...job) => observe({ step: 'sandbox', kind: job[0] }, () => lease.run(...job)),
      });
    },
  });

/** Each signing by where the key lives. */
const observedKeys = (keys: Keys, observe: Observe): Keys =>
  overlaid(keys, {
    sign: (account, items, given) =>
      observe({ step: 'signer', kind: account.provider }, () => keys.sign(account, items, given)),
  });

function observedTimeStamps<T extends TimeStamps | undefined>(
  timeStamps: T,
  kind: 'signature' | 'archive',
  observe: Observe,
): T {
  if (timeStamps === undefined) return timeStamps;
  const { client } = timeStamps;
  const ask = <R>(request: Uint8Array, accept?: (response: Uint8Array) => R | Promise<R>) =>
    observe<R | Uint8Array>({ step: 'time_stamp', kind }, () =>
      accept === undefined ? client.ask(request) : client.ask(request, accept),
    );
  return { ...timeStamps, client: { ask } as TimeStampClient };
}

export const observedMaterial = (material: Authorities, observe: Observe): Authorities => ({
  fetch: (missing, asking) =>
    missing.length === 0
      ? material.fetch(missing, asking)
      : observe({ step: 'revocation', kind: 'fetch' }, () => material.fetch(missing, asking)),
  at: (place) => observedMaterial(material.at(place), observe),
});

/** Bytes that are written and read, tries at secrets, and what became of documents that were to be signed. */
function observedStorage(storage: Storage, observe: Observe, counts: Counts): Storage {
  const { blobs, attempts, signings } = storage;
  const blob = <T>(kind: string, work: () => Promise<T>) => observe({ step: 'blobs', kind }, work);
  return overlaid(storage, {
    blobs: overlaid(blobs, {
      put: (source, limit) => blob('put', () => blobs.put(source, limit)),
      accept: (source, limit) => blob('put', () => blobs.accept(source, limit)),
      append: (base, tail, limit) => blob('append', () => blobs.append(base, tail, limit)),
      read: (sha256, expected) => blob('read', () => blobs.read(sha256, expected)),
      stream: (sha256, expected) => blob('stream', () => blobs.stream(sha256, expected)),
      probe: () => blob('probe', () => blobs.probe()),
    }),
    attempts: overlaid(attempts, {
      async evaluate(attempt, evaluate) {
        const outcome = await attempts.evaluate(attempt, evaluate);
        counts.attempted(attempt.origin, outcomeOf(outcome));
        if (outcome.kind === 'evaluated' && outcome.isThrottling === true) counts.throttled();
        return outcome;
      },
    }),
    signings: overlaid(signings, {
      async finish(id, answer, refused) {
        await signings.finish(id, answer, refused);
        for (const code of codesOf(answer)) counts.signed(code);
      },
    }),
  });
}

const outcomeOf = (outcome: AttemptOutcome<unknown>): string =>
  outcome.kind === 'evaluated' ? outcome.verdict : outcome.kind;

const finished = z.object({ answer: signAnswer });

/** `signed`, or the code of why not, for each document of a finished sign request. */
function codesOf(answer: unknown): string[] {
  const read = finished.safeParse(answer);
  if (!read.success) return [];
  return read.data.answer.documents.map(({ status, code }) =>
    status === 'success' ? 'signed' : (code ?? 'internal'),
  );
}
