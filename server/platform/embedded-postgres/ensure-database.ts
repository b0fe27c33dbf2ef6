import pg from 'pg';
import {
  applicationDatabase,
  applicationRole,
  rolePassword,
  type SocketAccess,
  socketUrl,
  superuserRole,
} from './database-url.ts';

/** The application owns its database but is no superuser: its SQL cannot read files or run programs. */
export async function ensureApplicationDatabase(access: SocketAccess): Promise<void> {
  const client = new pg.Client({
    connectionString: socketUrl({ ...access, database: 'postgres', role: superuserRole }),
  });
  // The server may fall in this instant; the query then fails, and an event nobody hears must not end the supervisor.
  client.on('error', () => undefined);
  await client.connect();
  try {
    const { rows } = await client.query<{ role: boolean; database: boolean }>(
      `select exists (select from pg_roles where rolname = $1) as role,
              exists (select from pg_database where datname = $2) as database`,
      [applicationRole, applicationDatabase],
    );
    if (!rows[0]?.role) await client.query(`create role ${applicationRole} login`);
    await client.query(`alter role ${applicationRole} password '${rolePassword(access.secret, applicationRole)}'`);
    if (!rows[0]?.database) await client.query(`create database ${applicationDatabase} owner ${applicationRole}`);
  } finally {
    await client.end();
  }
}
