/** Where a value stands, so that an unchanged one can be copied byte for byte. */
export interface Span {
  /** The file, or the decoded object stream. */
  source: Uint8Array;
  /** First byte of the value. */
  start: number;
  /** First byte after it. */
  end: number;
}

/** What names an indirect object. */
export interface ObjectId {
  number: number;
  generation: number;
}

export interface PdfNull extends Span {
  type: 'null';
}
export interface PdfBoolean extends Span {
  type: 'boolean';
  value: boolean;
}
export interface PdfNumber extends Span {
  type: 'number';
  value: number;
  integer: boolean;
}
export interface PdfName extends Span {
  type: 'name';
  /** Without the slash, `#xx` decoded; one character a byte. */
  value: string;
}
/** Bytes are decoded on demand by `stringBytes`. */
export interface PdfString extends Span {
  type: 'string';
  hex: boolean;
  /** The object under whose number an encrypted file enciphers it; absent where it stands in the clear. */
  sealed?: ObjectId;
}
export interface PdfArray extends Span {
  type: 'array';
  items: PdfValue[];
}
export interface PdfDict extends Span {
  type: 'dict';
  /** The last of several equal keys wins, as in qpdf, poppler and pdf.js. */
  entries: Map<string, PdfValue>;
  /** Keys that stand there more than once. */
  duplicates: string[];
  /** For each of them the value that a later one hides; other readers take it. */
  hidden?: PdfValue[];
}
export interface PdfRef extends Span {
  type: 'ref';
  number: number;
  generation: number;
}
/** Only as the value of an indirect object. */
export interface PdfStream extends Span {
  type: 'stream';
  dict: PdfDict;
  /** First byte of the data; its length is what /Length says, read on demand. */
  dataStart: number;
  /** As that of a string. */
  sealed?: ObjectId;
}
export type PdfValue =
  | PdfNull
  | PdfBoolean
  | PdfNumber
  | PdfName
  | PdfString
  | PdfArray
  | PdfDict
  | PdfRef
  | PdfStream;

/** An indirect object as it stands in the file or in an object stream. */
export interface IndirectObject {
  number: number;
  generation: number;
  value: PdfValue;
  /** Object number of the object stream that holds it. */
  container?: number;
}

export const raw = (value: Span): Uint8Array => value.source.subarray(value.start, value.end);
