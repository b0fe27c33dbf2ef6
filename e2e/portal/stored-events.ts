import pg from 'pg';

export type StoredEvent = {
  action: string;
  resource_id: string | null;
  course_id: string | null;
  chapter_id: string | null;
  home_entry_id: string | null;
  position_ms: number | null;
  seconds: number | null;
  query: string | null;
  hits: number | null;
  reader: string | null;
  visit: string | null;
  source: string;
  times: number;
};

/** The stored access events of one site's readers, in the order they occurred. */
export async function storedEvents(databaseUrl: string, keyId: string): Promise<StoredEvent[]> {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    const { rows } = await client.query<StoredEvent>(
      `select action, resource_id, course_id, chapter_id, home_entry_id, position_ms, seconds, query, hits, reader, visit,
         source, count(*) over (partition by event_id)::int as times
       from access_events where key_id = $1 order by at, event_id`,
      [keyId],
    );
    return rows;
  } finally {
    await client.end();
  }
}
