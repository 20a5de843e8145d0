import { type TrustStore, trustStore } from '@websign/pki';
import type { Settings } from '@websign/server/config';
import { readTrustFile, readTrustFolder, TrustFolderError } from '@websign/server/services/trust/folder';
import { CliError } from './error.ts';

/** The certificates of `folder`, else what the configuration trusts. */
export function trustOf(
  folder: string | undefined,
  settings: Pick<Settings, 'TRUST_FOLDER' | 'TSA_CERTIFICATES_FILE'>,
): TrustStore {
  try {
    if (folder !== undefined) return trustStore(readTrustFolder(folder));
    const { TRUST_FOLDER, TSA_CERTIFICATES_FILE } = settings;
    return trustStore([
      ...(TRUST_FOLDER === '' ? [] : readTrustFolder(TRUST_FOLDER)),
      ...(TSA_CERTIFICATES_FILE === '' ? [] : readTrustFile(TSA_CERTIFICATES_FILE)),
    ]);
  } catch (cause) {
    if (!(cause instanceof TrustFolderError)) throw cause;
    throw new CliError('failed', cause.message, { cause });
  }
}
