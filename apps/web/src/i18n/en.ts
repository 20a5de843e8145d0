import type { Catalogue } from './el.ts';
import * as accessibility from './en/accessibility.ts';
import * as account from './en/account.ts';
import * as codes from './en/codes.ts';
import * as findings from './en/findings.ts';
import * as history from './en/history.ts';
import * as password from './en/password.ts';
import * as provider from './en/provider.ts';
import * as safeCopy from './en/safe-copy.ts';
import * as send from './en/send.ts';
import * as sign from './en/sign.ts';
import * as verify from './en/verify.ts';
import * as viewer from './en/viewer.ts';
import { enFirst } from './en-first.ts';

/** The English texts: the fallback, and a choice of the signer’s. */
export const en: Catalogue = {
  ...enFirst,
  ...viewer,
  ...findings,
  ...sign,
  ...history,
  ...safeCopy,
  ...send,
  ...accessibility,
  ...account,
  ...password,
  ...verify,
  ...provider,
  ...codes,
};
