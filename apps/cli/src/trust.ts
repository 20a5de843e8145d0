import { type NamedAnchor, type TrustStore, trustStore } from '@websign/pki';
import type { Settings } from '@websign/server/config';
import { readTrustFile, readTrustFolder, TrustFolderError } from '@websign/server/services/trust/folder';
import { CliError } from './error.ts';

type Files = Pick<Settings, 'TRUST_FOLDER' | 'TSA_CERTIFICATES_FILE'>;

/** The certificates of `folder`, else what the configuration trusts. */
export function trustOf(folder: string | undefined, settings: Files): TrustStore {
  if (folder !== undefined) return trustStore(told(() => readTrustFolder(folder)));
  return trustStore(trustedFiles(settings).flatMap(({ anchors }) => anchors));
}

/** The folder and the file of trusted certificates that the configuration names. */
export function trustedFiles({ TRUST_FOLDER, TSA_CERTIFICATES_FILE }: Files) {
  const named = [
    { setting: 'TRUST_FOLDER', path: TRUST_FOLDER, read: readTrustFolder },
    { setting: 'TSA_CERTIFICATES_FILE', path: TSA_CERTIFICATES_FILE, read: readTrustFile },
  ];
  return named
    .filter(({ path }) => path !== '')
    .map(({ setting, path, read }) => ({ setting, path, anchors: told(() => read(path)) }));
}

function told(read: () => NamedAnchor[]): NamedAnchor[] {
  try {
    return read();
  } catch (cause) {
    if (!(cause instanceof TrustFolderError)) throw cause;
    throw new CliError('failed', cause.message, { cause });
  }
}
