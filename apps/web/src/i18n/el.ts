import * as errors from './el/errors.ts';
import * as findings from './el/findings.ts';
import * as session from './el/session.ts';
import * as shell from './el/shell.ts';
import * as sign from './el/sign.ts';
import * as upload from './el/upload.ts';
import * as viewer from './el/viewer.ts';

/** The Greek texts, a file a room. This is the catalogue's type: `en.ts` must hold the same keys. */
export const el = {
  ...shell,
  ...session,
  ...upload,
  ...findings,
  ...viewer,
  ...sign,
  ...errors,
} as const;

type Texts<T> = { readonly [K in keyof T]: T[K] extends string ? string : Texts<T[K]> };
/** The shape of a catalogue: the keys of the Greek one, any words. */
export type Catalogue = Texts<typeof el>;
