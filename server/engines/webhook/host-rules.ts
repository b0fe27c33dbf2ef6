import { BlockList, isIP } from 'node:net';

/** Networks that no name may lead to: this machine, private ones, those of links, of providers’ metadata, of groups. */
const inner = { ipv4: new BlockList(), ipv6: new BlockList() };
for (const [network, bits] of [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.88.99.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 4],
  ['240.0.0.0', 4],
] as const) {
  inner.ipv4.addSubnet(network, bits, 'ipv4');
}
for (const [network, bits] of [
  ['::', 128],
  ['::1', 128],
  ['::ffff:0:0', 96],
  ['64:ff9b::', 96],
  ['64:ff9b:1::', 48],
  ['100::', 64],
  ['2001::', 32],
  ['2001:db8::', 32],
  ['2002::', 16],
  ['fc00::', 7],
  ['fe80::', 10],
  ['fec0::', 10],
  ['ff00::', 8],
] as const) {
  inner.ipv6.addSubnet(network, bits, 'ipv6');
}

export function isInnerAddress(address: string): boolean {
  const family = isIP(address);
  // What is no address is no way out either. IPv4 in IPv6 is one of the networks above, whatever it holds.
  if (family === 0) return true;
  // Apart: a list of both takes every IPv4 address for one that is written as IPv6.
  return family === 4 ? inner.ipv4.check(address, 'ipv4') : inner.ipv6.check(address, 'ipv6');
}

/** host:port of an address that may be posted to at all; nothing where it is none. */
export function hostAndPortOf(address: string): string | undefined {
  if (!URL.canParse(address)) return undefined;
  const url = new URL(address);
  if (!/^https?:$/.test(url.protocol) || url.username || url.password || url.hash) return undefined;
  return `${url.hostname.toLowerCase()}:${url.port || (url.protocol === 'https:' ? '443' : '80')}`;
}

/** Whether the operator lists the host of it. */
export function isListedHost(address: string, hosts: readonly string[]): boolean {
  const wanted = hostAndPortOf(address);
  return wanted !== undefined && hosts.includes(wanted);
}

/**
 * Whether a listed host may be reached where its name leads. Addresses of the world always; inner ones only where the operator
 * lists the address itself, or the name is `localhost`, which leads nowhere else.
 */
export function mayConnect(host: string, address: string, hosts: readonly string[]): boolean {
  if (!isInnerAddress(address)) return true;
  const port = host.slice(host.lastIndexOf(':') + 1);
  const literal = isIP(address) === 6 ? `[${address}]` : address;
  return (
    hosts.includes(`${literal}:${port}`) || (host === `localhost:${port}` && ['127.0.0.1', '::1'].includes(address))
  );
}
