export type Banner = { address: string; cluster: string };

/** Parses what `npm start` prints once it is ready: its address and the location of its database. */
export function readBanner(output: string): Banner | undefined {
  const row = (name: string) => new RegExp(`^\\s*${name}\\s+(.+?)\\s*$`, 'm').exec(output)?.[1];
  if (!/Lectern is ready/.test(output)) return undefined;
  const address = row('Address');
  const cluster = /embedded PostgreSQL in (.+)$/.exec(row('Database') ?? '')?.[1];
  return address && cluster ? { address, cluster } : undefined;
}
