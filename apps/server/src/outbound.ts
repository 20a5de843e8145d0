import type { Missing } from '@websign/pki';
import { type MaterialClient, materialClient, type Outbound, outboundHttp } from '@websign/providers';
import type { Config, Settings } from './config.ts';
import type { Logger } from './logging.ts';
import type { Place } from './sandbox/queue.ts';
import type { Fetching } from './services/validation/asking.ts';

/** The ways out that the configuration allows. */
export interface Ways {
  /** To addresses that the operator named. */
  configured: Outbound;
  /** Opens a way to where strangers' certificates lead, with connections of its own; to be closed by who opened it. */
  openStrangers(): Outbound;
}

type WaySettings = Pick<Settings, 'OUTBOUND_PROXY' | 'OUTBOUND_NO_PROXY' | 'REVOCATION_NETWORKS'>;

export function openWays({
  OUTBOUND_PROXY: proxy,
  OUTBOUND_NO_PROXY: noProxy,
  REVOCATION_NETWORKS: networks,
}: WaySettings): Ways {
  const way = { noProxy, ...(proxy === '' ? {} : { proxy }) };
  return {
    configured: outboundHttp({ ...way, addresses: 'any' }),
    openStrangers: () => outboundHttp({ ...way, addresses: 'public', networks }),
  };
}

/** Asks certification authorities for documents that wait as their jobs do. */
export interface Authorities extends Fetching {
  /** The same for another owner or turn. */
  at(place: Partial<Pick<Place, 'owner' | 'turn'>>): Authorities;
}

/**
 * Two clients that share nothing, neither turns nor connections, answers nor what they remember of failures: whatever is
 * verified, signing finds its own as it left it. `local` answers for URLs that this server itself serves: the demonstration's.
 */
export function openMaterial(
  { openStrangers }: Ways,
  { REVOCATION_SECONDS }: Pick<Config, 'REVOCATION_SECONDS'>,
  { log, clock, failed }: { log: Logger; clock(): number; failed(kind: string, code: string): void },
  local?: (missing: Missing) => Promise<Uint8Array | undefined>,
): { authorities: Authorities; close(): Promise<void> } {
  const open = () =>
    materialClient({
      http: openStrangers(),
      timeoutMs: REVOCATION_SECONDS * 1000,
      clock,
      ...(local === undefined ? {} : { local }),
      onFailure: (failure) => {
        failed(failure.kind, failure.code);
        log.info(failure, 'a source of revocation data gave nothing');
      },
    });
  const signing = open();
  const verification = open();
  return {
    authorities: askedAt({ signing, verification }, { owner: '', turn: 'new' }),
    close: async () => void (await Promise.all([signing.close(), verification.close()])),
  };
}

function askedAt(
  clients: Readonly<Record<'signing' | 'verification', MaterialClient>>,
  place: Pick<Place, 'owner' | 'turn'>,
): Authorities {
  const client = place.turn === 'verification' ? clients.verification : clients.signing;
  return {
    fetch: (missing, asking) => client.fetch(missing, { ...asking, owner: place.owner }),
    at: (other) => askedAt(clients, { ...place, ...other }),
  };
}
