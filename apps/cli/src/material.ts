import { type MaterialClient, materialClient, outboundHttp } from '@websign/providers';
import type { Settings } from '@websign/server/config';

type Ways = 'OUTBOUND_PROXY' | 'OUTBOUND_NO_PROXY' | 'REVOCATION_NETWORKS' | 'REVOCATION_SECONDS';

/** This machine itself: where a demonstration's authorities are. */
const LOOPBACK = ['127.0.0.0/8', '::1'];

/** Asks certification authorities as the server does, by its settings; to be closed. */
export function openMaterial(settings: Pick<Settings, Ways>, loopback: boolean): MaterialClient {
  const { OUTBOUND_PROXY, OUTBOUND_NO_PROXY, REVOCATION_NETWORKS, REVOCATION_SECONDS } = settings;
  const http = outboundHttp({
    addresses: 'public',
    networks: [...REVOCATION_NETWORKS, ...(loopback ? LOOPBACK : [])],
    noProxy: OUTBOUND_NO_PROXY,
    ...(OUTBOUND_PROXY === '' ? {} : { proxy: OUTBOUND_PROXY }),
  });
  return materialClient({ http, timeoutMs: REVOCATION_SECONDS * 1000 });
}
