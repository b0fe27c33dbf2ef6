export type Banner = { address: string; cluster: string };

/** What `npm start` prints once it is ready: where it answers, and where its database lies. */
export function readBanner(output: string): Banner | undefined {
  const row = (name: string) => new RegExp(`^\\s*${name}\\s+(.+?)\\s*$`, 'm').exec(output)?.[1];
  if (!/Lectern is ready/.test(output)) return undefined;
  const address = row('Address');
  const cluster = /embedded PostgreSQL in (.+)$/.exec(row('Database') ?? '')?.[1];
  return address && cluster ? { address, cluster } : undefined;
}
