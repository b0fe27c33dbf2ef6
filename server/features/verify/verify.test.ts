import { randomUUID } from 'node:crypto';
import { rm, utimes, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { Readable } from 'node:stream';
import { moveResource } from '@lectern/contract/features/resource.ts';
import { createSubtitle } from '@lectern/contract/features/subtitle-change.ts';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { foldListCounts } from '../../platform/list/fold-counts.ts';
import { changeResource, makeResource, resourceRowOf, versionOf } from '../../testing/resource-rig.ts';
import { startTestApp, type TestApp } from '../../testing/test-app.ts';
import { makeText } from '../../testing/text-rig.ts';
import { foldLibraryUsage } from '../library/public.ts';
import { foldTagUsage } from '../tag/public.ts';
import { runChecks } from './run-checks.ts';

let test: TestApp;
beforeAll(async () => {
  test = await startTestApp();
});
afterAll(() => test.close());

async function findings(): Promise<Record<string, number>> {
  const verified = await runChecks(test.db, test.container.services.fileStore, { checksums: true });
  return Object.fromEntries(verified.filter(({ count }) => count > 0).map(({ what, count }) => [what, count]));
}

const pathOf = (storeKey: string) => path.join(test.dataDir, 'files', storeKey);

describe('verifying', () => {
  it('finds nothing wrong with resources that went through everything, counts folded or not', async () => {
    const tag = await test.container.services.tags.create(await test.context(test.admin), 'Verified');
    const twins = randomUUID();
    for (const state of ['draft', 'ready', 'published', 'trashed', 'offline'] as const) {
      await makeResource(test, { state, tagIds: [tag.id], content: twins });
    }
    const { id } = await makeResource(test, { state: 'trashed', title: 'Gone', tagIds: [tag.id] });
    const said = await makeText(test, { kind: 'video' });
    const track = { language: 'en', from: { kind: 'speech' } } as const;
    await test.call(createSubtitle, { params: { id: said.id }, body: track }, { as: test.admin });
    await test.container.services.pipeline.plan(test.db, said.versionId);
    const body = { move: 'purge' as const, confirm: 'Gone', version: await versionOf(test, id) };
    await test.call(moveResource, { params: { id }, body }, { as: test.admin });
    expect(await findings()).toEqual({});
    await Promise.all([foldListCounts(test.db), foldLibraryUsage(test.db), foldTagUsage(test.db)]);
    expect(await findings()).toEqual({});
  });

  it('finds missing, changed and orphaned files', async () => {
    const { fileStore } = test.container.services;
    const [missing, changed] = [await makeResource(test), await makeResource(test, { content: 'as it was' })];
    const orphan = await fileStore.write(Readable.from(['nobody’s']));
    const old = new Date(Date.now() - 2 * 86_400_000);
    await utimes(pathOf(orphan.storeKey), old, old);
    await rm(pathOf(missing.storeKey));
    await writeFile(pathOf(changed.storeKey), 'as it is!');
    expect(await findings()).toEqual({
      'stored objects without a file': 1,
      'files missing from storage or with a wrong size': 1,
      'files with a wrong checksum': 2,
    });
    await fileStore.remove(orphan.storeKey);
    await writeFile(pathOf(changed.storeKey), 'as it was');
    await sql`delete from resource_versions where resource_id = ${missing.id}`.execute(test.db);
    await changeResource(test.db, missing.id, { state: 'purged', version_id: null });
    await sql`delete from files where id = ${missing.fileId}`.execute(test.db);
    expect(await findings()).toEqual({});
  });

  it('finds abandoned jobs', async () => {
    const { id } = await makeResource(test, { state: 'processing' });
    await sql`update resources set state_since = now() - interval '1 hour' where id = ${id}`.execute(test.db);
    await sql`insert into jobs (id, kind, state, worker, started_at)
      values (${randomUUID()}, 'maintenance', 'running', 'gone', now() - interval '1 hour')`.execute(test.db);
    expect(await findings()).toEqual({
      'stuck jobs': 1,
      'resources stuck in processing': 1,
    });
    await sql`delete from jobs`.execute(test.db);
    await sql`update resources set state = 'ready' where id = ${id}`.execute(test.db);
  });

  it('finds each wrong count', async () => {
    const { id } = await makeResource(test, { kind: 'video' });
    const { library_id: libraryId, owner_id: ownerId } = await resourceRowOf(test, id);
    const wrongs = [
      [sql`insert into list_counts (list, tab, delta) values ('resource', 'all', 1)`, 'lists with a wrong count'],
      [sql`insert into library_usage values (${libraryId}, 0, 5)`, 'libraries with wrong usage'],
      [
        sql`update resource_checksums set live = live + 1 where live = 1`,
        'checksums with a wrong number of duplicates',
      ],
      [sql`insert into tag_usage values (${randomUUID()}, 1)`, 'tags with a wrong count'],
      [
        sql`insert into tag_facets values (${randomUUID()}, 'video', 'ready', false, 1)`,
        'tags with wrong counts by kind and state',
      ],
      [
        sql`update subtitle_sets set stale = true where resource_id = ${id}`,
        'subtitles without text or with wrong list data',
      ],
      [
        sql`insert into resource_summaries (resource_id, resource_kind, owner_id, live, state)
          values (${id}, 'video', ${ownerId}, true, 'draft')`,
        'summaries with wrong list data',
      ],
    ] as const;
    for (const [wrong, what] of wrongs) {
      await wrong.execute(test.db);
      expect(Object.keys(await findings())).toContain(what);
    }
  });
});
