import { resolve } from 'node:path';
import { type TrustStore, trustStore } from '@websign/pki';
import { outboundHttp } from '@websign/providers';
import { ConfigError, type Settings } from '@websign/server/config';
import { openLog } from '@websign/server/logging';
import type { Engine } from '@websign/server/sandbox/engine';
import type { TrustedLists } from '@websign/server/services/trust/face';
import { configuredLists } from '@websign/server/services/trust/open-lists';
import type { Storage } from '@websign/server/storage/index';
import { CliError } from './error.ts';
import { withStorage } from './storage.ts';
import { trustedFiles, trustOf } from './trust.ts';

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
    const open = (copies?: Storage['listCopies']) =>
      work(configuredLists({ ...settings, dataFolder: resolve(WEBSIGN_DATA) }, { ...tools, copies }));
    const shared = settings.LOTL_URL !== '' && settings.DATABASE_URL !== '';
    return await (shared ? withStorage(({ listCopies }) => open(listCopies)) : open());
  } catch (cause) {
    if (!(cause instanceof ConfigError)) throw cause;
    throw new CliError('failed', cause.message, { cause });
  } finally {
    await http.close();
  }
}

/** The certificates of `folder`, else all that the configuration trusts, by the copies of trusted lists as well. */
export async function trustWithLists(
  folder: string | undefined,
  settings: Settings,
  engine: Pick<Engine, 'trustedList' | 'pivots'>,
): Promise<TrustStore> {
  if (folder !== undefined || settings.LOTL_URL === '') return trustOf(folder, settings);
  const inFiles = trustedFiles(settings).flatMap(({ anchors }) => anchors);
  return withLists(settings, engine, async (lists) => {
    await lists?.load();
    return trustStore([...inFiles, ...(lists?.anchors() ?? [])]);
  });
}
