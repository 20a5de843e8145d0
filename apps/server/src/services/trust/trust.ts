import { type NamedAnchor, operatorAnchor, type TrustStore, trustStore } from '@websign/pki';
import { nodePorts } from '@websign/ports';
import { type Config, ConfigError } from '../../config.ts';
import { every } from '../../lifecycle.ts';
import type { Logger } from '../../logging.ts';
import { readTrustFile, readTrustFolder, TrustFolderError, trustFolderState } from './folder.ts';

/** The trusted certificates of a running server. */
export interface Trust extends TrustStore {
  /** Looks at the folder now. */
  refresh(): void;
  stop(): Promise<void>;
}

/** How often the folder is looked at. */
const LOOK_MS = 30_000;

/**
 * Opens what is trusted: TRUST_FOLDER, TSA_CERTIFICATES_FILE, and `own` certificates (DER) of the demonstration. The
 * folder is read again when its files change; files that cannot be read then leave what was read before. Throws
 * {@link ConfigError} for what cannot be read at the start.
 */
export function openTrust(
  config: Pick<Config, 'TRUST_FOLDER' | 'TSA_CERTIFICATES_FILE'>,
  own: readonly Uint8Array[],
  log: Logger,
): Trust {
  const ports = nodePorts();
  const fixed = [...own.map((certificate) => operatorAnchor(certificate, ports)), ...stampers(config)];
  const folder = config.TRUST_FOLDER;
  let state = folder === '' ? undefined : trustFolderState(folder);
  let store = trustStore([...fixed, ...configured('TRUST_FOLDER', folder, readTrustFolder)]);

  const refresh = () => {
    const present = trustFolderState(folder);
    if (present === state) return;
    state = present;
    try {
      const read = readTrustFolder(folder);
      store = trustStore([...fixed, ...read]);
      log.info({ folder, certificates: read.length }, 'the trusted certificates were read again');
    } catch (err) {
      if (!(err instanceof TrustFolderError)) throw err;
      log.error({ err }, 'the trusted certificates stay as they were');
    }
  };
  const looking = every(
    LOOK_MS,
    async () => {
      if (folder !== '') refresh();
    },
    (err) => log.error({ err }, 'trusted certificates'),
  );
  return {
    anchorsFor: (names) => store.anchorsFor(names),
    refresh,
    stop: () => looking.stop(),
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
