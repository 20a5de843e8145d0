import { latin1 } from '../../syntax/bytes.ts';

/** What a profile says of itself (ICC.1:2010 §7.2). */
interface ProfileHeader {
  components: number;
  deviceClass: string;
  isLab: boolean;
}

const HEADER = 128;
/** Bytes of an entry of the table of tags, and entries; profiles have some twenty. */
const TAG = 12;
const MOST_TAGS = 200;
const SPACES: Readonly<Record<string, number>> = { GRAY: 1, 'RGB ': 3, CMYK: 4, 'Lab ': 3 };
/** Profiles of later versions are not those of PDF 1.7. */
const LAST_VERSION = 4;

/** Undefined for what is no profile, or one that PDF/A-2 does not know (ISO 19005-2 §6.2.4.2). */
export function profileHeader(bytes: Uint8Array): ProfileHeader | undefined {
  if (bytes.length < HEADER || latin1(bytes, 36, 40) !== 'acsp') return undefined;
  const space = latin1(bytes, 16, 20);
  const components = Object.hasOwn(SPACES, space) ? SPACES[space] : undefined;
  if (components === undefined || (bytes[8] ?? 0) > LAST_VERSION || !isWhole(bytes)) return undefined;
  return { components, deviceClass: latin1(bytes, 12, 16), isLab: space === 'Lab ' };
}

/** Whether all that its table of tags leads to is there (§7.3). */
function isWhole(bytes: Uint8Array): boolean {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const count = bytes.length < HEADER + 4 ? 0 : view.getUint32(HEADER);
  if (count === 0 || count > MOST_TAGS || HEADER + 4 + TAG * count > bytes.length) return false;
  for (let at = HEADER + 4; at < HEADER + 4 + TAG * count; at += TAG)
    if (view.getUint32(at + 4) + view.getUint32(at + 8) > bytes.length) return false;
  return true;
}

const OUTPUT: ReadonlySet<string> = new Set(['prtr', 'mntr']);
const INPUT: ReadonlySet<string> = new Set([...OUTPUT, 'scnr', 'spac']);

/** Whether colours of devices may be meant by it (§6.2.3). */
export const isOutputProfile = ({ deviceClass, isLab }: ProfileHeader): boolean =>
  OUTPUT.has(deviceClass) && !isLab;

/** Whether a colour space of so many components may be based on it. */
export const isInputProfile = (header: ProfileHeader, components: number): boolean =>
  INPUT.has(header.deviceClass) && header.components === components;
