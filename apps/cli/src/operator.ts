import { userInfo } from 'node:os';
import { resolve } from 'node:path';
import type { Settings } from '@websign/server/config';
import { type Enrolments, enrolmentsIn } from '@websign/server/services/operators/enrolments';
import type { OperatorTools } from '@websign/server/services/operators/tools';
import { withStorage } from './storage.ts';

export interface Desk extends OperatorTools {
  settings: Settings;
  enrolments: Enrolments;
}

/** Whose command it is, for the audit log: the person behind sudo, where there is one. */
const who = (): string => `cli:${process.env.SUDO_USER || userName()}`;

/** In a container the user may be a number that no list of users knows. */
function userName(): string {
  try {
    return userInfo().username;
  } catch (error) {
    if (!(error instanceof Error && 'code' in error)) throw error;
    return `uid ${process.getuid?.()}`;
  }
}

/** Gives `work` what operators' use cases ask for, over the storage that the environment names. */
export const withDesk = <T>(work: (desk: Desk) => Promise<T>, options?: { mayBegin?: boolean }): Promise<T> =>
  withStorage(
    (storage, settings) =>
      work({
        storage,
        settings,
        clock: () => storage.clock(),
        by: who(),
        enrolments: enrolmentsIn(resolve(settings.WEBSIGN_DATA)),
      }),
    options,
  );
