import type { LookupAddress, LookupOptions } from 'node:dns';
import { lookup } from 'node:dns';
import { BlockList, isIP, isIPv6, type LookupFunction } from 'node:net';
import { ProviderError } from '../errors.ts';

/**
 * Addresses that are not of the public internet (IANA special-purpose registries): what a stranger's URL must not
 * make this server reach. IPv4 within IPv6 is read as IPv4.
 */
const SPECIAL: readonly [string, number][] = [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.31.196.0', 24],
  ['192.52.193.0', 24],
  ['192.88.99.0', 24],
  ['192.168.0.0', 16],
  ['192.175.48.0', 24],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 4],
  ['240.0.0.0', 4],
];
/** Global unicast is 2000::/3; within it these are not. */
const SPECIAL_6: readonly [string, number][] = [
  ['2001::', 23],
  ['2001:db8::', 32],
  ['2002::', 16],
  ['3fff::', 20],
];

const special = new BlockList();
for (const [network, bits] of SPECIAL) special.addSubnet(network, bits, 'ipv4');
for (const [network, bits] of SPECIAL_6) special.addSubnet(network, bits, 'ipv6');
const unicast = new BlockList();
unicast.addSubnet('2000::', 3, 'ipv6');

/** Whether an IP address is one of the public internet. */
export function isPublicAddress(address: string): boolean {
  if (!isIPv6(address)) return isIP(address) === 4 && !special.check(address, 'ipv4');
  // Mapped and translated IPv4 lie outside 2000::/3, so they are not asked for what they hold.
  return unicast.check(address, 'ipv6') && !special.check(address, 'ipv6');
}

/** The host of a URL as an IP address; undefined where it is a name. */
export function literalAddress({ hostname }: URL): string | undefined {
  const bare = hostname.replace(/^\[(.*)\]$/, '$1');
  return isIP(bare) === 0 ? undefined : bare;
}

/** Which addresses may be connected to: those of the public internet, and those of `networks` (addresses or CIDR). */
export function addressRule(networks: readonly string[]): (address: string) => boolean {
  const also = new BlockList();
  for (const network of networks) {
    const [address = '', bits] = network.split('/');
    const family = isIPv6(address) ? 'ipv6' : 'ipv4';
    also.addSubnet(address, bits === undefined ? (family === 'ipv6' ? 128 : 32) : Number(bits), family);
  }
  return (address) => isPublicAddress(address) || also.check(address, isIPv6(address) ? 'ipv6' : 'ipv4');
}

/** Resolves a name as usual and leaves out what is not allowed: what is left is what is connected to. */
export function checkedLookup(allowed: (address: string) => boolean): LookupFunction {
  return (hostname, options, callback) => {
    lookup(hostname, { ...(options as LookupOptions), all: true }, (error, found) => {
      if (error !== null) return callback(error, '', 0);
      const addresses: LookupAddress[] = found.filter(({ address }) => allowed(address));
      const [first] = addresses;
      if (first === undefined) {
        const refused = new ProviderError('http_address', `${hostname} leads to no address that is allowed`);
        return callback(refused, '', 0);
      }
      if (options.all === true) return callback(null, addresses);
      return callback(null, first.address, first.family);
    });
  };
}
