import {
  exportLibraryStat,
  getLibraryCoverage,
  getLibraryFigures,
  getLibraryGrowth,
  getLibraryStorage,
  getLibraryTables,
  growthGroups,
} from '@lectern/contract/features/library-stat.ts';
import { listResources } from '@lectern/contract/features/resource.ts';
import { type LibraryFigure, resourcesOf } from '@lectern/contract/statistics/figure.ts';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buildCampus } from '../../testing/campus.ts';
import { makeMedia } from '../../testing/portal-rig.ts';
import { makeResource } from '../../testing/resource-rig.ts';
import { type Identity, startTestApp, type TestApp } from '../../testing/test-app.ts';
import { forecast } from './library-stat.service.ts';

const pages = ['/app/data/resource', '/app/resource/info'];
let test: TestApp;
let people: Record<'admin' | 'editor' | 'user', Identity>;

beforeAll(async () => {
  test = await startTestApp();
  const campus = await buildCampus(test);
  people = {
    admin: await test.identity({ roleId: 2, pages }),
    editor: await test.identity({ roleId: 3, departmentId: campus.physics, pages }),
    user: await test.identity({ roleId: 4, departmentId: campus.optics, pages }),
  };
  const kinds = ['document', 'video', 'audio', 'image'] as const;
  for (const [number, owner] of [...Object.values(people), ...Object.values(people)].entries()) {
    const departmentId = [campus.physics, campus.history, null][number % 3] as string | null;
    const state = number % 2 === 0 ? 'published' : 'draft';
    await makeResource(test, { owner, departmentId, kind: kinds[number % 4], state });
  }
  await makeMedia(test, { owner: people.editor, departmentId: campus.physics, state: 'published' });
  await sql`update resources set created_at = now() - interval '40 days'
    where id in (select id from resources order by id limit 2)`.execute(test.db);
});
afterAll(() => test.close());

async function countBehind(figure: LibraryFigure, as: Identity): Promise<number> {
  const { data, http } = await test.call(listResources, { query: resourcesOf(figure) }, { as });
  expect(http).toBe(200);
  expect(data.count.exact).toBe(true);
  return data.count.value;
}

describe.each(['admin', 'editor', 'user'] as const)('a figure of the library, for %s,', (who) => {
  it('opens as many resources as it says', async () => {
    const as = people[who];
    const { data } = await test.call(getLibraryFigures, { query: {} }, { as });
    expect(await countBehind({ added: { to: data.period.to } }, as)).toBe(data.resources.value);
    expect(await countBehind({ added: data.period }, as)).toBe(data.added.value);
    for (const by of growthGroups) {
      const { data: growth } = await test.call(getLibraryGrowth, { query: { by } }, { as });
      expect(growth.groups.reduce((sum, { total }) => sum + total, 0)).toBe(data.resources.value);
      for (const { key, total, added } of growth.groups) {
        const of = { [by]: key };
        expect(await countBehind({ of, added: { to: growth.period.to } }, as), `${by} ${key}`).toBe(total);
        const place = added.findIndex((count) => count > 0);
        const bucket = growth.buckets[place];
        if (bucket) expect(await countBehind({ of, added: bucket }, as)).toBe(added[place]);
      }
    }
    const { data: coverage } = await test.call(getLibraryCoverage, {}, { as });
    for (const { id, text, subtitles } of coverage.colleges) {
      const of = { college: id };
      expect(await countBehind({ of }, as)).toBe(text.of);
      expect(await countBehind({ of, text: true }, as)).toBe(text.have);
      const heard = { ...of, kind: 'video,audio' };
      expect(await countBehind({ of: heard }, as)).toBe(subtitles.of);
      expect(await countBehind({ of: heard, subtitles: true }, as)).toBe(subtitles.have);
    }
    const { data: tables } = await test.call(getLibraryTables, { query: {} }, { as });
    expect(await countBehind({ used: false }, as)).toBe(tables.neverUsed.count);
    for (const owner of tables.owners) expect(await countBehind({ of: { owner: owner.id } }, as)).toBe(owner.resources);
    const { data: storage } = await test.call(getLibraryStorage, { query: {} }, { as });
    expect(storage.bytes.at(-1)).toBe(data.bytes.value);
    for (const { kind, resources } of storage.byKind) expect(await countBehind({ of: { kind } }, as)).toBe(resources);
    expect(storage.forecast.freeBytes === null).toBe(who !== 'admin');
  });
});

describe('favourites', () => {
  const days = (ago: number) => new Date(Date.now() - ago * 24 * 3_600_000);
  const starred = async (ownerId: string, resourceId: string, ago: number) =>
    sql`insert into favourites (id, owner_id, resource_id, position, seen_version_number, created_at)
      values (gen_random_uuid(), ${ownerId}, ${resourceId}, 1, 1, ${days(ago)})`.execute(test.db);

  it('are counted by resource on the days on which they were made, and open as many', async () => {
    const { rows } = await sql<{ id: string }>`
      select id from resources where state = 'published' order by id limit 3`.execute(test.db);
    const [one, other, older] = rows.map(({ id }) => id) as [string, string, string];
    await starred(people.admin.userId, one, 1);
    await starred(people.editor.userId, one, 2);
    await starred(people.user.userId, other, 3);
    await starred(people.user.userId, older, 40);
    const draft = await makeResource(test, { owner: people.admin, state: 'draft' });
    await starred(people.admin.userId, draft.id, 1);
    const trashed = await makeResource(test, { owner: people.admin, state: 'trashed' });
    await starred(people.admin.userId, trashed.id, 1);
    const seen = { admin: 3, editor: 2, user: 2 };
    for (const who of ['admin', 'editor', 'user'] as const) {
      const { data } = await test.call(getLibraryFigures, { query: {} }, { as: people[who] });
      expect(data.favourites, who).toEqual({ value: seen[who], before: 1, exact: true });
      expect(await countBehind({ favourite: data.period }, people[who])).toBe(seen[who]);
      if (data.compared) expect(await countBehind({ favourite: data.compared }, people[who])).toBe(1);
    }
    await sql`delete from favourites where resource_id = ${other}`.execute(test.db);
    const { data } = await test.call(getLibraryFigures, { query: { compare: 'none' } }, { as: people.user });
    expect(data.favourites).toEqual({ value: 1, before: null, exact: true });
  });
});

describe('the forecast', () => {
  it('continues the trend and says when storage runs out', () => {
    const told = forecast({ today: '2026-01-31', bytes: 1000, bytesPerDay: 10, freeBytes: 100 });
    expect(told.months[0]).toEqual({ to: '2026-01-31', bytes: 1000 });
    expect(told.months[1]).toEqual({ to: '2026-02-28', bytes: 1280 });
    expect(told.fullOn).toBe('2026-02-10');
    expect(forecast({ today: '2026-01-31', bytes: 1000, bytesPerDay: -5, freeBytes: 100 }).fullOn).toBeNull();
  });
});

describe('the exported statistics', () => {
  const fileOf = async (as: Identity, search: Record<string, string>) => {
    const url = `/api${exportLibraryStat.path}?${new URLSearchParams(search)}`;
    return test.app.inject({ method: 'GET', url, cookies: as.cookies });
  };

  it('has the figures of the page for each person, and no formulas', async () => {
    await sql`update resources set title = '=1+1' where owner_id = ${people.user.userId}`.execute(test.db);
    for (const as of [people.admin, people.user]) {
      const [{ data: figures }, { data: growth }, file] = await Promise.all([
        test.call(getLibraryFigures, { query: { period: '30' } }, { as }),
        test.call(getLibraryGrowth, { query: { period: '30', by: 'college' } }, { as }),
        fileOf(as, { period: '30', by: 'college', format: 'csv' }),
      ]);
      expect(file.headers['content-disposition']).toContain(`resource-statistics-${figures.period.from}`);
      const lines = file.body.split('\r\n');
      expect(lines).toContain(`Resources,${figures.resources.value},${figures.resources.before}`);
      const [group] = growth.groups;
      const name = group?.name ?? '(none)';
      expect(lines.some((line) => line.startsWith(`${name},${group?.before},${group?.total},`))).toBe(true);
      expect(file.body).not.toMatch(/^=1/m);
    }
    expect((await fileOf(people.user, { period: '30', format: 'csv' })).body).toContain("'=1+1");
  });

  it('is a workbook where one is wanted', async () => {
    const file = await fileOf(people.admin, { format: 'xlsx' });
    expect(file.rawPayload.subarray(0, 2).toString()).toBe('PK');
  });
});
