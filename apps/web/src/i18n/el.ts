import * as accessibility from './el/accessibility.ts';
import * as account from './el/account.ts';
import * as codes from './el/codes.ts';
import * as findings from './el/findings.ts';
import * as history from './el/history.ts';
import * as password from './el/password.ts';
import * as provider from './el/provider.ts';
import * as safeCopy from './el/safe-copy.ts';
import * as send from './el/send.ts';
import * as sign from './el/sign.ts';
import * as verify from './el/verify.ts';
import * as viewer from './el/viewer.ts';
import { elFirst } from './el-first.ts';

/**
 * The Greek texts, a file a room. This is the catalogue's type: `en.ts` must hold the same keys. A new room is added
 * here and comes with the first screen that is fetched on demand; `el-first.ts` is for what login and home say.
 */
export const el = {
  ...elFirst,
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
} as const;

/** The shape of texts: the same keys, any words. */
export type Texts<T> = { readonly [K in keyof T]: T[K] extends string ? string : Texts<T[K]> };
/** The shape of a catalogue. */
export type Catalogue = Texts<typeof el>;
