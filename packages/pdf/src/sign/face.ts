import type { DigestAlgorithm } from '../ports.ts';
import type { AppearanceText } from '../stamp/index.ts';
import type { Language } from './words.ts';

export type { AppearanceText };

/** An instant with the zone in which it is written: `/M (D:20261121120000+02'00')`. */
export interface ZonedTime {
  /** Milliseconds since 1970-01-01T00:00:00Z. */
  epochMs: number;
  /** Minutes east of UTC, -840..840. */
  offsetMinutes: number;
}

/**
 * Where a visible signature stands: PDF points (1/72 inch) from the lower left corner of the page as it is
 * shown (CropBox, after /Rotate), page counted from 1.
 */
export interface Placement {
  page: number;
  x: number;
  y: number;
  width: number;
  height: number;
}

/** Options of {@link prepareSignature}. */
export interface SignatureOptions {
  time: ZonedTime;
  digestAlgorithm: DigestAlgorithm;
  /** Bytes reserved in /Contents for the DER of the CMS. */
  contentsBytes: number;
  /** /Name of the signature dictionary. */
  name?: string;
  reason?: string;
  location?: string;
  contactInfo?: string;
  /**
   * Fully qualified name of an existing empty signature field to fill; without it a new field is made, or, where the owner of
   * an encrypted file permits none, the first empty one that can be filled is.
   */
  field?: string;
  /** Absent: invisible. A filled field with a /Rect of its own keeps it and `placement` may be left out. */
  visible?: {
    placement?: Placement;
    text: AppearanceText;
    /** A TrueType font that has the glyphs of the text; it is embedded as a subset. */
    font: Uint8Array;
  };
  /** Of the words that tell of the field, where the document says no language that the engine has words for: English else. */
  language?: Language;
  /** Certify with /DocMDP /P; only a first signature may. */
  certify?: 1 | 2 | 3;
  /** Lock the document: it takes no more signatures (SGN-6). */
  lock?: boolean;
  /**
   * Validation data for the store in the signature's own revision: for a signature after which nothing may be
   * appended (P=1).
   */
  material?: StoreMaterial;
}

/** Options of {@link prepareDocTimeStamp}. */
export interface DocTimeStampOptions {
  digestAlgorithm: DigestAlgorithm;
  /** Bytes reserved in /Contents for the token. */
  contentsBytes: number;
}

/** Validation data, DER: certificates, OCSPResponses and CertificateLists. */
export interface StoreMaterial {
  certificates: readonly Uint8Array[];
  ocsps: readonly Uint8Array[];
  crls: readonly Uint8Array[];
}

/** A finished update of the document security store: plain data. */
export interface StoreUpdate {
  /** SHA-256 of the bytes it was prepared for, lower-case hex. */
  baseSha256: string;
  /** Length of those bytes. */
  baseLength: number;
  /** What is to be appended; empty where the store holds everything already. */
  tail: Uint8Array;
  /** How many of each it adds. */
  added: { certificates: number; ocsps: number; crls: number };
}

/** A prepared update: plain data that may wait, cross processes and replicas. */
export interface Prepared {
  /** Fully qualified name of the field that is signed. */
  field: string;
  /** SHA-256 of the bytes it was prepared for, lower-case hex. */
  baseSha256: string;
  /** Length of those bytes. */
  baseLength: number;
  /** The incremental update; original + tail is the file, with an all-zero slot. */
  tail: Uint8Array;
  /** /ByteRange as written, offsets in the whole file. */
  byteRange: [number, number, number, number];
  /** The hex digits inside the angle brackets of /Contents: offset in `tail` and length in hex characters. */
  slot: { offset: number; length: number };
  /** Digest over the byte range. */
  digest: Uint8Array;
  digestAlgorithm: DigestAlgorithm;
}
