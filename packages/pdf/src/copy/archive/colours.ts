import { latin1 } from '../../syntax/bytes.ts';
import type { Pdf } from '../../syntax/pdf.ts';
import { type PdfArray, type PdfDict, type PdfValue, raw } from '../../syntax/values.ts';
import type { Tell } from './obstacles.ts';
import { isInputProfile, profileHeader } from './profile.ts';

/** Which colours of devices an output profile of so many components gives a meaning (ISO 19005-2 §6.2.4.3). */
const MEANT: Readonly<Record<number, readonly string[]>> = {
  1: ['DeviceGray'],
  3: ['DeviceGray', 'DeviceRGB'],
  4: ['DeviceGray', 'DeviceCMYK'],
};
const DEVICES: ReadonlySet<string> = new Set(['DeviceGray', 'DeviceRGB', 'DeviceCMYK']);
/** Names that are colours of a process, or none. */
const NO_SPOT: ReadonlySet<string> = new Set(['None', 'Cyan', 'Magenta', 'Yellow', 'Black']);

/** Judges the colour spaces of a copy. */
export class Colours {
  readonly #pdf: Pdf;
  readonly #meant: readonly string[];
  readonly #tell: Tell;
  /** What each spot colour is, as it is written. */
  readonly #spots = new Map<string, string>();
  #hasCmykProfile = false;
  #overprints = false;
  #mixes = false;

  constructor(pdf: Pdf, components: number, tell: Tell) {
    this.#pdf = pdf;
    this.#meant = MEANT[components] ?? [];
    this.#tell = tell;
  }

  /** A colour space by name. */
  device(name: string): void {
    if (DEVICES.has(name) && !this.#meant.includes(name)) this.#tell('device_colour');
  }

  /** Names of devices in any place but beside a profile, which makes them unused. */
  dict({ entries }: PdfDict): void {
    for (const [key, value] of entries)
      if (key !== 'Alternate' && value.type === 'name') this.device(value.value);
    // Colours of a profile of CMYK must not mix with what is below them in part (§6.2.4.2).
    if ((this.#pdf.number(entries.get('OPM')) ?? 0) !== 0) this.#mixes = true;
    for (const key of ['OP', 'op']) {
      const value = entries.get(key);
      if (value?.type === 'boolean' && value.value) this.#overprints = true;
    }
    this.#judgeOverprint();
  }

  array(array: PdfArray): void {
    const { items } = array;
    for (const item of items) if (item.type === 'name') this.device(item.value);
    const [first, second] = items;
    const kind = first?.type === 'name' ? first.value : '';
    if (kind === 'ICCBased' && second !== undefined) this.#profile(second);
    if (kind === 'Separation') this.#separation(items);
    if (kind === 'DeviceN') this.#many(items);
  }

  #profile(value: PdfValue): void {
    const stream = this.#pdf.resolve(value);
    const data = stream?.type === 'stream' ? this.#pdf.decoded(stream) : undefined;
    const header = data === undefined ? undefined : profileHeader(data);
    const components = stream?.type === 'stream' ? this.#pdf.number(stream.dict.entries.get('N')) : undefined;
    if (header === undefined || !isInputProfile(header, components ?? 0)) this.#tell('colour_space');
    if (components === 4) this.#hasCmykProfile = true;
    this.#judgeOverprint();
  }

  #judgeOverprint(): void {
    if (this.#hasCmykProfile && this.#overprints && this.#mixes) this.#tell('overprint');
  }

  /** One spot colour is one colour throughout (§6.2.4.4). */
  #separation(items: readonly PdfValue[]): void {
    const name = this.#pdf.name(items[1]) ?? '';
    const words = items
      .slice(2)
      .map((item) => this.#text(item))
      .join(' ');
    const known = this.#spots.get(name);
    if (known !== undefined && known !== words) this.#tell('colour_space');
    this.#spots.set(name, words);
  }

  /** Each spot colour of several has a space of its own (§6.2.4.4). */
  #many(items: readonly PdfValue[]): void {
    const attributes = this.#pdf.dict(items[4])?.entries;
    const own = this.#pdf.dict(attributes?.get('Colorants'))?.entries;
    const names = this.#pdf.array(items[1])?.items.map((item) => this.#pdf.name(item) ?? '') ?? [];
    if (names.some((name) => !NO_SPOT.has(name) && own?.has(name) !== true)) this.#tell('colour_space');
  }

  /** What a part of a colour space says: of a reference what it leads to, as it is written. */
  #text(value: PdfValue): string {
    const found = this.#pdf.resolve(value) ?? value;
    if (found.type !== 'stream') return latin1(raw(found));
    return latin1(raw(found.dict)) + latin1(this.#pdf.decoded(found));
  }
}
