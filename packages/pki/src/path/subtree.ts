import type { GeneralName } from '../x509/general-name.ts';
import { isWithinName } from '../x509/name-match.ts';

/** Whether a name lies in the subtree of a base of the same form (RFC 5280 §4.2.1.10). */
export function isWithin(name: GeneralName, base: GeneralName): boolean {
  if (name.form === 'directory' && base.form === 'directory') return isWithinName(name.name, base.name);
  if (name.form === 'dns' && base.form === 'dns') return isWithinDomain(name.text, base.text);
  if (name.form === 'rfc822' && base.form === 'rfc822') return isWithinMail(name.text, base.text);
  if (name.form === 'uri' && base.form === 'uri') return isHost(uriHost(name.text), base.text);
  return name.form === 'ip' && base.form === 'ip' && isWithinNetwork(name.octets, base.octets);
}

/** Labels may be added at the left; a base that starts with a dot asks for at least one. */
function isWithinDomain(name: string, base: string): boolean {
  const [inner, outer] = [host(name), host(base)];
  return outer === '' || inner === outer || inner.endsWith(outer.startsWith('.') ? outer : `.${outer}`);
}

/** A mailbox, all mailboxes of one host, or, after a dot, those of all hosts in a domain. */
function isWithinMail(name: string, base: string): boolean {
  const at = base.lastIndexOf('@');
  const [local, domain] = [name.slice(0, name.lastIndexOf('@')), name.slice(name.lastIndexOf('@') + 1)];
  if (at > 0) return local === base.slice(0, at) && host(domain) === host(base.slice(at + 1));
  return base === '' || isHost(domain, base);
}

/** One host, or after a dot all hosts in a domain but not the domain itself. */
function isHost(name: string | undefined, base: string): boolean {
  if (name === undefined) return false;
  return base.startsWith('.') ? host(name).endsWith(host(base)) : host(name) === host(base);
}

/** Host names are compared without case; the root's dot at the end says nothing. */
function host(text: string): string {
  return text.toLowerCase().replace(/\.$/, '');
}

/** The host of a URI by name; undefined where it has none, or an address: such are refused where URIs are constrained. */
export function uriHost(uri: string): string | undefined {
  const authority = /^[a-z][a-z0-9+.-]*:\/\/([^/?#]*)/i.exec(uri)?.[1];
  const named = authority?.slice(authority.lastIndexOf('@') + 1).replace(/:\d*$/, '') ?? '';
  const isName = /^[a-z0-9_-]+(\.[a-z0-9_-]+)*\.?$/i.test(named) && !/(^|\.)[0-9]+\.?$/.test(named);
  return isName ? named : undefined;
}

function isWithinNetwork(address: Uint8Array, network: Uint8Array): boolean {
  const size = address.length;
  if (network.length !== 2 * size) return false;
  return address.every((octet, at) => {
    const mask = network[size + at] ?? 0;
    return (octet & mask) === ((network[at] ?? 0) & mask);
  });
}
