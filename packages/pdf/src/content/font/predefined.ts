import { Codespaces } from './codespaces.ts';

/** A predefined CMap (ISO 32000-2 Table 116) as far as its name tells it: no tables of characters are kept. */
export interface Predefined {
  codespaces: Codespaces;
  vertical: boolean;
  /** What codes mean, where the name says it. */
  codes: 'cid' | 'unicode' | 'legacy';
  /** The CID of the space, with the printable ASCII characters behind it. */
  ascii: number | undefined;
}

const DOUBLE: [number, number, number] = [2, 0, 0xffff];
const SINGLE: [number, number, number] = [1, 0x00, 0x80];
const KATAKANA: [number, number, number] = [1, 0xa0, 0xdf];
const EUC: [number, number, number] = [2, 0xa1a1, 0xfefe];

/** By the part of the name that tells the encoding of characters; the first that fits. */
const SPACES: readonly [RegExp, () => Codespaces][] = [
  [/^Identity-/, () => Codespaces.of(DOUBLE)],
  [/UTF32/, () => Codespaces.of([4, 0, 0x0010ffff])],
  [/UTF16/, () => Codespaces.of([2, 0, 0xd7ff], [4, 0xd800dc00, 0xdbffdfff], [2, 0xe000, 0xffff])],
  [/UCS2/, () => Codespaces.of(DOUBLE)],
  [/RKSJ/, () => Codespaces.of(SINGLE, KATAKANA, [1, 0xfd, 0xff], [2, 0x8140, 0x9ffc], [2, 0xe040, 0xfcfc])],
  [/GBK2K/, () => Codespaces.of([1, 0, 0x7f], [2, 0x8140, 0xfefe], [4, 0x81308130, 0xfe39fe39])],
  [/GBKp?-|UHC/, () => Codespaces.of(SINGLE, [2, 0x8140, 0xfefe])],
  [/CNS-EUC/, () => Codespaces.of(SINGLE, EUC, [4, 0x8ea1a1a1, 0x8ea7fefe])],
  [/^EUC-/, () => Codespaces.of(SINGLE, [2, 0x8ea0, 0x8edf], EUC)],
  [/EUC/, () => Codespaces.of(SINGLE, EUC)],
  [/B5/, () => Codespaces.of(SINGLE, [2, 0x8740, 0xfefe])],
  [/^KSCms-Johab/, () => Codespaces.of(SINGLE, [2, 0x8431, 0xf9fe])],
  [/^(?:|Ext|Add|GB|KSC|GBT|CNS1|CNS2|78|NWP)-?[HV]$/, () => Codespaces.of(DOUBLE)],
];

/** Of Adobe-Japan1, GB1, CNS1 and Korea1: half-width ASCII, where the CMap does not take the proportional one. */
const HALF_WIDTH: readonly [RegExp, number][] = [
  [/^90ms-RKSJ|^UniJIS-UCS2-HW|^EUC-|^(?:Ext|Add)-RKSJ/, 231],
  [/^GBK-EUC|^GBK2K/, 814],
  [/^(?:B5pc|ETen-B5|HKscs-B5)/, 13_648],
  [/^KSCms-UHC-HW/, 8094],
];

/** The predefined CMap of that name, or undefined for a name that is none. */
export function predefined(name: string): Predefined | undefined {
  const found = SPACES.find(([pattern]) => pattern.test(name));
  if (found === undefined || !/(?:^|-)[HV]$/.test(name)) return undefined;
  const codes = name.startsWith('Identity-') ? 'cid' : /UCS2|UTF16|UTF32/.test(name) ? 'unicode' : 'legacy';
  const half = HALF_WIDTH.find(([pattern]) => pattern.test(name))?.[1];
  return {
    codespaces: found[1](),
    vertical: name.endsWith('V'),
    codes,
    ascii: codes === 'cid' ? undefined : (half ?? 1),
  };
}
