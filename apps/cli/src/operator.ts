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
const who = (): string => `cli:${process.env.SUDO_USER || userInfo().username}`;

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
