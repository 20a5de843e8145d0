import { readable } from '../../errors.ts';
import { shortKeys } from '../../syntax/images.ts';
import { Parser } from '../../syntax/parser.ts';
import type { Pdf } from '../../syntax/pdf.ts';
import type { PdfDict, PdfValue } from '../../syntax/values.ts';
import { EXCERPT } from '../finding.ts';
import { actionType, javascript, uri } from './action.ts';
import { embeddedFile, looseFile } from './embedded.ts';
import { calculator, fontMatrix, predictor } from './exploit.ts';
import * as external from './external.ts';
import * as media from './media.ts';
import type { Met, Rule } from './met.ts';
import { pictureData } from './pictures.ts';
import { metadata, namedMetadata, xfa } from './xml.ts';

/** What each key of a dictionary may tell, wherever that stands. */
const RULES: ReadonlyMap<string, readonly Rule[]> = new Map<string, readonly Rule[]>([
  ['S', [actionType]],
  ['JS', [javascript]],
  ['URI', [uri]],
  ['XFA', [xfa]],
  ['Metadata', [namedMetadata]],
  ['EF', [embeddedFile]],
  ['Type', [looseFile, metadata]],
  ['Subtype', [media.mediaSubtype, external.postScript]],
  ['Subtype2', [external.postScript]],
  ['Filter', [pictureData]],
  ['F', [external.streamFile]],
  ['FS', [external.urlSpecification, external.attachedFile]],
  ['Ref', [external.referenceXObject]],
  ['OPI', [external.opi]],
  ['Alternates', [external.alternates]],
  ['FontMatrix', [fontMatrix]],
  ['FunctionType', [calculator]],
  ['Predictor', [predictor]],
  ['Scripts', [media.activationScripts]],
  ['OnInstantiate', [media.onInstantiate]],
  ['SWF', [media.navigator]],
  ['StartResource', [media.slideShow]],
  ['Collection', [media.portfolio]],
]);

/** Looks at one dictionary, wherever it stands. */
export function inspectDict(met: Met): void {
  const { entries, duplicates } = met.dict;
  for (const [key, value] of entries) {
    const rules = RULES.get(key);
    if (rules !== undefined) for (const rule of rules) rule(met, value);
  }
  const short = shortKeys(met.pdf, met.dict);
  if (duplicates.length === 0 && short.length === 0) return;
  const doubled = [...duplicates, ...short];
  met.report('duplicate_key', `/${doubled.slice(0, 5).join(' /')}`.slice(0, EXCERPT));
}

/**
 * How a viewer reads the dictionary that takes the first of several equal keys, and all values that one or the
 * other does not see; undefined where no key stands twice.
 */
export function firstReading(pdf: Pdf, dict: PdfDict): { dict: PdfDict; hidden: PdfValue[] } | undefined {
  if (dict.duplicates.length === 0) return undefined;
  const parser = new Parser(dict.source, dict.start + 2, pdf.limits);
  const entries = new Map<string, PdfValue>();
  const hidden: PdfValue[] = [];
  pdf.spend(dict.end - dict.start);
  // The dictionary was read once: its end is what stops this.
  readable(() => {
    for (;;) {
      const key = parser.value();
      if (key.type !== 'name') return;
      const value = parser.value();
      if (!entries.has(key.value)) entries.set(key.value, value);
      if (dict.entries.get(key.value)?.start !== value.start) hidden.push(value);
    }
  });
  return { dict: { ...dict, entries, duplicates: [] }, hidden };
}
