import type { Texts } from './el.ts';
import type { elFirst } from './el-first.ts';
import * as errors from './en/errors.ts';
import * as session from './en/session.ts';
import * as shell from './en/shell.ts';
import * as upload from './en/upload.ts';

/** The English texts that login and home need. */
export const enFirst: Texts<typeof elFirst> = { ...shell, ...session, ...upload, ...errors };
