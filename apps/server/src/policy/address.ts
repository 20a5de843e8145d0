import { limits } from '@websign/contract';

/** RFC 5321 §4.5.3.1.1 */
const localMost = 64;
/** Dot-atom of RFC 5322 §3.2.3: no quoted strings, no comments, ASCII only. */
const local = /^[A-Za-z0-9!#$%&'*+/=?^_`{|}~-]+(\.[A-Za-z0-9!#$%&'*+/=?^_`{|}~-]+)*$/;
/** At least two labels of letters, digits and inner hyphens (RFC 1035 §2.3.1); the last is no number. */
const domain = /^([a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?\.)+(?!\d+$)[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?$/;
/** Nothing that a URL gives a meaning of its own to. */
const plain = /^[^\s/\\?#@:[\]%<>\p{C}]+$/u;

/** A domain in the letters that cross the wire (IDNA), lower case. */
function wireDomain(text: string): string | undefined {
  const address = `http://${text}/`;
  if (!plain.test(text) || !URL.canParse(address)) return undefined;
  const { hostname } = new URL(address);
  return domain.test(hostname) && hostname.length <= 253 ? hostname : undefined;
}

/**
 * One bare address as it goes over the wire, its domain in ASCII: what looks alike in Unicode is told apart. Undefined
 * for anything else: a display name, a list, a line break, an address literal, a local part that is quoted or not ASCII.
 */
export function parseAddress(text: string): string | undefined {
  const at = text.lastIndexOf('@');
  const name = text.slice(0, Math.max(at, 0));
  const host = wireDomain(text.slice(at + 1));
  if (host === undefined || name.length > localMost || !local.test(name)) return undefined;
  const address = `${name}@${host}`;
  return address.length <= limits.addressLength ? address : undefined;
}
