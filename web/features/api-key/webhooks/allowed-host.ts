const plainPorts: Record<string, string> = { 'http:': '80', 'https:': '443' };

/** The host and port of an address as the operator's list has them; nothing where there is no address yet. */
export function hostOf(address: string): string | undefined {
  if (!/^https?:\/\//i.test(address.trim()) || !URL.canParse(address.trim())) return undefined;
  const { hostname, port, protocol } = new URL(address.trim());
  return `${hostname}:${port || plainPorts[protocol]}`;
}

export function isAllowed(address: string, allowedHosts: readonly string[]): boolean {
  const host = hostOf(address);
  return host !== undefined && allowedHosts.some((allowed) => allowed.toLowerCase() === host);
}
