import type { Catalogue } from './el.ts';
import * as errors from './en/errors.ts';
import * as findings from './en/findings.ts';
import * as session from './en/session.ts';
import * as shell from './en/shell.ts';
import * as sign from './en/sign.ts';
import * as upload from './en/upload.ts';
import * as viewer from './en/viewer.ts';

/** The English texts: the fallback, and a choice of the signer’s. */
export const en: Catalogue = {
  ...shell,
  ...session,
  ...upload,
  ...findings,
  ...viewer,
  ...sign,
  ...errors,
};
