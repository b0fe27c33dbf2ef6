import { createHash, randomUUID } from 'node:crypto';
import { doubtfulBelow, type ReadingPart } from '@lectern/contract/features/reading.ts';
import type { ResourceDetailView } from '@lectern/contract/features/resource.ts';
import pg from 'pg';

/** Stores a transcript as an engine would produce it, without waiting for one. */
export async function putTranscript(
  databaseUrl: string,
  resource: ResourceDetailView,
  parts: readonly ReadingPart[],
): Promise<void> {
  const pool = new pg.Pool({ connectionString: databaseUrl, max: 1 });
  const id = randomUUID();
  const lines = parts.flatMap((part) => part.lines);
  const words = lines.flatMap((line) => line.words ?? []);
  const doubtful = words.filter(({ confidence }) => (confidence ?? 1) < doubtfulBelow).length;
  const characters = lines.reduce((sum, { text }) => sum + text.length, 0);
  const sha256 = createHash('sha256').update(id).digest();
  try {
    const place = [resource.id];
    await pool.query(`update readings set current = false where resource_id = $1 and source = 'speech'`, place);
    await pool.query(
      `insert into readings (id, resource_id, version_id, source, number, origin, current, engine, source_sha256,
        language, confidence, doubtful, characters, parts)
       values ($1, $2, $3, 'speech',
         1 + (select coalesce(max(number), 0) from readings where resource_id = $2 and source = 'speech'), 'machine', true, 'Parakeet 0.6b', $4, 'en', 0.9, $5, $6, $7)`,
      [id, resource.id, resource.current.id, sha256, doubtful, characters, parts.length],
    );
    for (const part of parts) {
      await pool.query('insert into reading_parts (reading_id, number, content) values ($1, $2, $3)', [
        id,
        part.number,
        JSON.stringify(part),
      ]);
    }
  } finally {
    await pool.end();
  }
}
