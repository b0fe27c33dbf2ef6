import { PassThrough, Readable } from 'node:stream';
import { type RawBuilder, sql } from 'kysely';
import { ZipFile } from 'yazl';
import type { Db, Executor } from '../../platform/db/database.ts';
import { aboutPerson, readPerson, rowsAt, walkRows } from './personal-data.repository.ts';
import { exportedByIdOnly, personalDataParts } from './personal-data-parts.ts';

type Content = { name: string; rows: RawBuilder<unknown> };

/**
 * All data about a person as a zip of JSON files, one per table, from one snapshot. Streamed, so memory use is
 * constant.
 */
export async function streamPersonalData(db: Db, userId: string): Promise<Readable> {
  const transaction = await db.startTransaction().setIsolationLevel('repeatable read').execute();
  await sql`set transaction read only`.execute(transaction);
  const zip = new ZipFile();
  const output = new PassThrough();
  const fail = (error: unknown) => output.destroy(error instanceof Error ? error : new Error(String(error)));
  zip.on('error', fail);
  output.once(
    'close',
    () =>
      void transaction
        .rollback()
        .execute()
        .catch(() => undefined),
  );
  const person = await readPerson(transaction as Executor, userId);
  zip.addBuffer(Buffer.from(`${JSON.stringify(person, null, 2)}\n`), 'profile.json');
  for (const { name, rows } of contentsOf(userId)) {
    zip.addReadStreamLazy(name, (take) => {
      const stream = Readable.from(jsonOf(walkRows(transaction as Executor, rows)), { objectMode: false });
      stream.on('error', fail);
      take(null, stream);
    });
  }
  zip.end();
  (zip.outputStream as Readable).on('error', fail).pipe(output);
  return output;
}

function contentsOf(userId: string): Content[] {
  const contents = personalDataParts.flatMap(({ kind, places }) =>
    places
      .filter(({ table, column }) => !exportedByIdOnly.has(`${table}.${column}`))
      .map((place) => ({
        name: `${kind}/${place.table}-${place.column}${place.only ? `-${place.only.replace(/\W+/g, '-')}` : ''}.json`,
        rows: rowsAt(place, userId),
      })),
  );
  return [...contents, { name: 'activities/about-the-person.json', rows: aboutPerson(userId) }];
}

async function* jsonOf(rows: AsyncIterable<unknown>): AsyncGenerator<string> {
  let before = '[';
  for await (const row of rows) {
    yield `${before}\n${JSON.stringify(row)}`;
    before = ',';
  }
  yield before === '[' ? '[]\n' : '\n]\n';
}
