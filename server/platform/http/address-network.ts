import { isIPv4, isIPv6 } from 'node:net';

const mappedPrefix = '::ffff:';

/** The network around an address: /24 for IPv4, /64 for IPv6. */
export function networkOf(address: string): string {
  const caller = callerOf(address);
  return isIPv4(caller) ? `${caller.slice(0, caller.lastIndexOf('.'))}.0/24` : caller;
}

/**
 * The caller an address counts as: the address itself for IPv4, its /64 for IPv6, because one household or attacker
 * holds a whole /64.
 */
export function callerOf(address: string): string {
  const bare = (address.split('%')[0] ?? '').toLowerCase();
  const mapped = bare.startsWith(mappedPrefix) ? bare.slice(mappedPrefix.length) : bare;
  if (isIPv4(mapped)) return mapped;
  if (!isIPv6(bare)) return bare;
  const [head = '', tail] = bare.split('::');
  const groups = head === '' ? [] : head.split(':');
  if (tail !== undefined) {
    const after = tail === '' ? 0 : tail.split(':').length;
    while (groups.length + after < 8) groups.push('0');
  }
  const network = [...groups, ...(tail ? tail.split(':') : [])].slice(0, 4);
  return `${network.map((group) => Number.parseInt(group, 16).toString(16)).join(':')}::/64`;
}
