import { type NamedAnchor, operatorAnchor, type TrustStore, trustStore } from '@websign/pki';
import { nodePorts } from '@websign/ports';
import { type Config, ConfigError } from '../../config.ts';
import { every } from '../../lifecycle.ts';
import type { Logger } from '../../logging.ts';
import type { Storage } from '../../storage/index.ts';
import type { ListReport, TrustedLists } from './face.ts';
import { readTrustFile, readTrustFolder, TrustFolderError, trustFolderState } from './folder.ts';
import { keepFresh } from './schedule.ts';
import { keepShared } from './shared-schedule.ts';

/** The trusted certificates of a running server. */
export interface Trust extends TrustStore {
  /** Looks at the folder now. */
  refresh(): void;
  /** How it stands with the trusted lists; none where they are off. */
  reports(): readonly ListReport[];
  stop(): Promise<void>;
}

export interface TrustSources {
  /** DER certificates of the demonstration's own. */
  own: readonly Uint8Array[];
  lists: TrustedLists | undefined;
  /** Where several servers share the lists' copies, and take turns at fetching. */
  shared?: Pick<Storage, 'turns' | 'listCopies'> | undefined;
}

/** How often the folder is looked at. */
const LOOK_MS = 30_000;
const hourMs = 60 * 60_000;

/**
 * Opens what is trusted: TRUST_FOLDER, TSA_CERTIFICATES_FILE, the demonstration's own, and trusted lists. The folder is
 * read again when its files change; files that cannot be read then leave what was read before. Throws
 * {@link ConfigError} for what cannot be read at the start.
 */
export function openTrust(
  config: Pick<Config, 'TRUST_FOLDER' | 'TSA_CERTIFICATES_FILE' | 'TRUSTED_LISTS_HOURS'>,
  { own, lists, shared }: TrustSources,
  log: Logger,
): Trust {
  const ports = nodePorts();
  const fixed = [...own.map((certificate) => operatorAnchor(certificate, ports)), ...stampers(config)];
  const folder = config.TRUST_FOLDER;
  let state = folder === '' ? undefined : trustFolderState(folder);
  let inFolder = configured('TRUST_FOLDER', folder, readTrustFolder);
  let store: TrustStore;
  const put = () => {
    store = trustStore([...fixed, ...inFolder, ...(lists?.anchors() ?? [])]);
  };
  put();

  const refresh = () => {
    const present = trustFolderState(folder);
    if (folder === '' || present === state) return;
    state = present;
    try {
      inFolder = readTrustFolder(folder);
      put();
      log.info({ folder, certificates: inFolder.length }, 'the trusted certificates were read again');
    } catch (err) {
      if (!(err instanceof TrustFolderError)) throw err;
      log.error({ err }, 'the trusted certificates stay as they were');
    }
  };
  const looking = every(
    LOOK_MS,
    async () => refresh(),
    (err) => log.error({ err }, 'trusted certificates'),
  );
  const everyMs = config.TRUSTED_LISTS_HOURS * hourMs;
  const schedule = lists && { lists, everyMs, random: Math.random, log, changed: put };
  const keeping = schedule && (shared ? keepShared(schedule, shared) : keepFresh(schedule));
  return {
    anchorsFor: (names) => store.anchorsFor(names),
    refresh,
    reports: () => lists?.reports() ?? [],
    async stop() {
      await looking.stop();
      await keeping?.stop();
    },
  };
}

const stampers = ({ TSA_CERTIFICATES_FILE: path }: Pick<Config, 'TSA_CERTIFICATES_FILE'>) =>
  configured('TSA_CERTIFICATES_FILE', path, readTrustFile);

function configured(setting: string, path: string, read: (path: string) => NamedAnchor[]): NamedAnchor[] {
  if (path === '') return [];
  try {
    return read(path);
  } catch (cause) {
    if (!(cause instanceof TrustFolderError)) throw cause;
    throw new ConfigError(`${setting}: ${cause.message}`, { cause });
  }
}
