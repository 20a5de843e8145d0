import * as errors from './el/errors.ts';
import * as session from './el/session.ts';
import * as shell from './el/shell.ts';
import * as upload from './el/upload.ts';

/** The Greek texts that login and home need; they come with the application itself. */
export const elFirst = { ...shell, ...session, ...upload, ...errors } as const;
