import { join } from 'node:path';
import type { Outbound } from '@websign/providers';
import { type Config, ConfigError } from '../../config.ts';
import { readCertificates } from '../../files.ts';
import type { Logger } from '../../logging.ts';
import type { Engine } from '../../sandbox/engine.ts';
import { type Copies, openCopies } from './copies.ts';
import type { TrustedLists } from './face.ts';
import { openLists } from './lists.ts';

export type ListSettings = Pick<
  Config,
  'LOTL_URL' | 'LOTL_CERTIFICATES_FILE' | 'TRUSTED_LISTS_GRACE_DAYS'
> & {
  dataFolder: string;
};

const dayMs = 24 * 60 * 60_000;

/** The trusted lists that the configuration names; undefined where it names none. Throws {@link ConfigError}. */
export function configuredLists(
  settings: ListSettings,
  tools: {
    engine: Pick<Engine, 'trustedList' | 'pivots'>;
    http: Pick<Outbound, 'ask'>;
    log: Logger;
    clock: () => number;
    /** Copies that several servers share; files of the data folder when left out. */
    copies?: Copies | undefined;
  },
): TrustedLists | undefined {
  const { LOTL_URL, LOTL_CERTIFICATES_FILE, TRUSTED_LISTS_GRACE_DAYS, dataFolder } = settings;
  if (LOTL_URL === '') return undefined;
  if (LOTL_CERTIFICATES_FILE === '') {
    throw new ConfigError(
      'Set LOTL_CERTIFICATES_FILE: the certificates of those who may sign the list of LOTL_URL.',
    );
  }
  return openLists({
    ...tools,
    url: LOTL_URL,
    signers: readCertificates('LOTL_CERTIFICATES_FILE', LOTL_CERTIFICATES_FILE),
    copies: tools.copies ?? openCopies(join(dataFolder, 'trusted-lists')),
    graceMs: TRUSTED_LISTS_GRACE_DAYS * dayMs,
  });
}
