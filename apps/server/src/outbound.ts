import type { Missing } from '@websign/pki';
import { type MaterialClient, materialClient, type Outbound, outboundHttp } from '@websign/providers';
import type { Config, Settings } from './config.ts';
import type { Logger } from './logging.ts';

/** The ways out that the configuration allows. */
export interface Ways {
  /** To addresses that the operator named. */
  configured: Outbound;
  /** To where strangers' certificates lead. */
  strangers: Outbound;
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
    strangers: outboundHttp({ ...way, addresses: 'public', networks }),
  };
}

/** `local` answers for URLs that this server itself serves: the demonstration's. */
export function openMaterial(
  { strangers }: Ways,
  { REVOCATION_SECONDS }: Config,
  { log, clock, failed }: { log: Logger; clock(): number; failed(kind: string, code: string): void },
  local?: (missing: Missing) => Promise<Uint8Array | undefined>,
): MaterialClient {
  return materialClient({
    http: strangers,
    timeoutMs: REVOCATION_SECONDS * 1000,
    clock,
    ...(local === undefined ? {} : { local }),
    onFailure: (failure) => {
      failed(failure.kind, failure.code);
      log.info(failure, 'a source of revocation data gave nothing');
    },
  });
}
