import { resolve } from 'node:path';
import { outboundHttp } from '@websign/providers';
import { ConfigError, type Settings } from '@websign/server/config';
import { openLog } from '@websign/server/logging';
import type { Engine } from '@websign/server/sandbox/engine';
import type { TrustedLists } from '@websign/server/services/trust/face';
import { configuredLists } from '@websign/server/services/trust/open-lists';
import { CliError } from './error.ts';

/** Gives `work` the trusted lists of the configuration, undefined where it names none. */
export async function withLists<T>(
  settings: Settings,
  engine: Pick<Engine, 'trustedList' | 'pivots'>,
  work: (lists: TrustedLists | undefined) => Promise<T>,
): Promise<T> {
  const { OUTBOUND_PROXY, OUTBOUND_NO_PROXY, WEBSIGN_DATA } = settings;
  const proxy = OUTBOUND_PROXY === '' ? {} : { proxy: OUTBOUND_PROXY };
  const http = outboundHttp({ addresses: 'any', noProxy: OUTBOUND_NO_PROXY, ...proxy });
  try {
    // What stands in the way of a list is in its report.
    const tools = { engine, http, log: openLog('silent'), clock: Date.now };
    return await work(configuredLists({ ...settings, dataFolder: resolve(WEBSIGN_DATA) }, tools));
  } catch (cause) {
    if (!(cause instanceof ConfigError)) throw cause;
    throw new CliError('failed', cause.message, { cause });
  } finally {
    await http.close();
  }
}
