import { createHash } from 'node:crypto';
import type { Missing } from '@websign/pki';
import { Circuit } from '../http/circuit.ts';

/** What failed and is left in peace for a while. */
export interface Rests {
  mayAsk(missing: Missing): boolean;
  succeeded(missing: Missing): void;
  failed(missing: Missing): void;
}

/** Whether an authority under an anchor names the URL. */
export const isAnchored = (missing: Missing): boolean =>
  missing.kind !== 'issuer' && missing.isAnchored === true;

export function keyOf(missing: Missing): string {
  if (missing.kind !== 'ocsp') return `${missing.kind} ${missing.url}`;
  return `ocsp ${missing.url} ${createHash('sha256').update(missing.request).digest('hex')}`;
}

/**
 * A server rests for everybody where an authority's own URL failed. Anybody's certificate may name any path of any server:
 * what fails of those rests by itself, and is kept apart, so that no number of them lets a server's failure be forgotten.
 */
export function restsOf(clock: () => number): Rests {
  const servers = new Circuit(clock);
  const questions = new Circuit(clock);
  return {
    mayAsk: (missing) =>
      servers.closed(serverOf(missing)) && (isAnchored(missing) || questions.closed(keyOf(missing))),
    succeeded(missing) {
      if (isAnchored(missing)) servers.succeeded(serverOf(missing));
      else questions.succeeded(keyOf(missing));
    },
    failed(missing) {
      if (isAnchored(missing)) servers.failed(serverOf(missing));
      else questions.failed(keyOf(missing));
    },
  };
}

/** Another port, scheme or kind of answer of the same host may be another server. */
function serverOf({ kind, url }: Missing): string {
  const { protocol, hostname, port } = URL.parse(url) ?? { protocol: '', hostname: '', port: '' };
  return `${kind} ${protocol}//${hostname}:${port}`;
}
