import {
  type DocTimeStampOptions,
  type Pdf,
  type Prepared,
  permittedBy,
  prepareDocTimeStamp,
  prepareDss,
  readPermissions,
  reopen,
  type StoreUpdate,
} from '@websign/pdf';
import type { Material } from '@websign/pki';

/** What is to be appended to a signed document; the time-stamp covers the data. */
export interface AdditionWish {
  material?: Material;
  timeStamp?: DocTimeStampOptions;
}

/** The updates that were asked for, one behind the other: plain data. */
export interface Addition {
  store?: StoreUpdate;
  /** `embed` takes its token. */
  timeStamp?: Prepared;
  /** The owner of an encrypted file permits no new field: there is no time-stamp, and will be none. */
  restricted?: true;
  /** A signature permits no change (P=1): some viewers then call it broken, though ISO 32000-2 allows this one. */
  final: boolean;
}

/**
 * Validation data and a document time-stamp for a signed document, in one reading; no time-stamp where the owner of the
 * file permits no new field. Throws PdfError.
 */
export function prepareAddition(pdf: Pdf, { material, timeStamp }: AdditionWish): Addition {
  const final = readPermissions(pdf).permission === 1;
  const store = material === undefined ? undefined : prepareDss(pdf, material);
  const grown = reopen(pdf, store?.tail ?? new Uint8Array());
  const restricted = timeStamp !== undefined && permittedBy(pdf) === 'empty_field';
  return {
    final,
    ...(store === undefined ? {} : { store }),
    ...(restricted ? { restricted } : {}),
    ...(timeStamp === undefined || restricted ? {} : { timeStamp: prepareDocTimeStamp(grown, timeStamp) }),
  };
}
