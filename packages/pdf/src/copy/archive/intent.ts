import type { PdfDict } from '../../syntax/values.ts';
import { outputIntent, SRGB } from '../../write/outputintent.ts';
import { srgbProfile } from '../../write/profile.ts';
import type { Copying } from '../copying.ts';
import { string } from '../schema.ts';
import { dataOf, flateStream } from '../stream.ts';
import { numberText } from '../written.ts';
import { isOutputProfile, profileHeader } from './profile.ts';

/** What colours of devices mean in a copy (ISO 19005-2 §6.2.3). */
export interface Intent {
  profile: Uint8Array;
  /** 1, 3 or 4: grey, RGB, CMYK. */
  components: number;
  /** A string of PDF. */
  name: string;
}

/** What the document says of its colours, where that is sound; sRGB otherwise, which readers take them for. */
export function intentOf(copy: Copying): Intent {
  const { pdf } = copy;
  const list = copy.attempt(() => pdf.array(pdf.catalog.entries.get('OutputIntents')))?.items ?? [];
  for (const item of list.slice(0, MOST_INTENTS)) {
    const dict = copy.attempt(() => pdf.dict(item));
    const own = dict === undefined ? undefined : copy.attempt(() => ownIntent(copy, dict));
    if (own !== undefined) return own;
  }
  return { profile: srgbProfile(), components: 3, name: SRGB };
}

const MOST_INTENTS = 16;

function ownIntent(copy: Copying, { entries }: PdfDict): Intent | undefined {
  const { pdf } = copy;
  const stream = pdf.resolve(entries.get('DestOutputProfile'));
  if (pdf.name(entries.get('S')) !== 'GTS_PDFA1' || stream?.type !== 'stream') return undefined;
  const profile = dataOf(copy, stream);
  const header = profileHeader(profile);
  const named = entries.get('OutputConditionIdentifier');
  const name = named === undefined ? undefined : string(copy, named);
  if (header === undefined || !isOutputProfile(header)) return undefined;
  return { profile, components: header.components, name: name ?? '(Custom)' };
}

/** Adds the intent to the copy, and gives the entry of the catalogue. */
export function addIntent(copy: Copying, { profile, components, name }: Intent): string {
  const stream = flateStream(copy, [['N', numberText(components)]], profile);
  return `[${outputIntent(Number.parseInt(copy.add(stream), 10), name)}]`;
}
