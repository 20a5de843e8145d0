import { readable } from '../../errors.ts';
import type { Pdf } from '../../syntax/pdf.ts';
import type { PdfValue } from '../../syntax/values.ts';
import { outputIntent, SRGB } from '../../write/outputintent.ts';
import { srgbProfile } from '../../write/profile.ts';
import type { Copying } from '../copying.ts';
import { flateStream } from '../stream.ts';
import { numberText, stringText } from '../written.ts';
import { isOutputProfile, profileHeader } from './profile.ts';

/** What colours of devices mean in a copy (ISO 19005-2 §6.2.3). */
export interface Intent {
  profile: Uint8Array;
  /** 1, 3 or 4: grey, RGB, CMYK. */
  components: number;
  /** A string of PDF. */
  name: string;
}

/** What colours may mean: first what the document says, where that is sound, then sRGB, which readers take them for. */
export function intentsOf({ pdf }: Copying): Intent[] {
  // Nothing that is shown is lost where this cannot be read.
  const list = readable(() => pdf.array(pdf.catalog.entries.get('OutputIntents')))?.items ?? [];
  const own = list.slice(0, MOST_INTENTS).flatMap((item) => readable(() => ownIntent(pdf, item)) ?? []);
  return [...own.slice(0, 1), { profile: srgbProfile(), components: 3, name: SRGB }];
}

const MOST_INTENTS = 16;
const LONGEST_NAME = 255;
const UNNAMED = '(Custom)';

function ownIntent(pdf: Pdf, value: PdfValue): Intent | undefined {
  const entries = pdf.dict(value)?.entries;
  const stream = pdf.resolve(entries?.get('DestOutputProfile'));
  if (pdf.name(entries?.get('S')) !== 'GTS_PDFA1' || stream?.type !== 'stream') return undefined;
  const profile = pdf.decoded(stream);
  const header = profileHeader(profile);
  if (header === undefined || !isOutputProfile(header)) return undefined;
  const named = pdf.resolve(entries?.get('OutputConditionIdentifier'));
  const name = named?.type === 'string' ? stringText(pdf.stringBytes(named, LONGEST_NAME)) : UNNAMED;
  return { profile, components: header.components, name };
}

/** Adds the intent to the copy, and gives the entry of the catalogue. */
export function addIntent(copy: Copying, { profile, components, name }: Intent): string {
  const stream = flateStream(copy, [['N', numberText(components)]], profile);
  return `[${outputIntent(Number.parseInt(copy.add(stream), 10), name)}]`;
}
