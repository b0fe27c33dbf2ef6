import { randomUUID } from 'node:crypto';
import { takePortalEvents } from '@lectern/contract/portal/portal-event.ts';
import { sql } from 'kysely';
import { buildCampus, type Campus } from './campus.ts';
import { makeKey } from './portal-rig.ts';
import { makeResource } from './resource-rig.ts';
import { seededRandom } from './seeded-random.ts';
import type { Identity, TestApp } from './test-app.ts';

const pages = ['/app/data/resource', '/app/data/accessStat', '/app/data/accessRecord', '/app/resource/info'];
const dayMs = 24 * 3_600_000;
const kinds = ['video', 'audio', 'document', 'image'] as const;

export type AccessPeople = Record<'super' | 'admin' | 'editor' | 'user', Identity>;
export type AccessCampus = {
  campus: Campus;
  people: AccessPeople;
  resources: { id: string; departmentId: string | null; ownerId: string }[];
  randomEvent(): Record<string, unknown>;
  /** Sends the events as a site does and folds them into the rollups. */
  send(events: unknown[]): Promise<void>;
};

/** People of every role, resources of several departments and owners, and a generator of random reader events. */
export async function buildAccessCampus(
  test: TestApp,
  { seed, days }: { seed: number; days: number },
): Promise<AccessCampus> {
  const { one, chance, upTo } = seededRandom(seed);
  const campus = await buildCampus(test);
  const key = await makeKey(test, { scopes: ['events'] });
  const people = {
    super: test.admin,
    admin: await test.identity({ roleId: 2, pages }),
    editor: await test.identity({ roleId: 3, departmentId: campus.physics, pages }),
    user: await test.identity({ roleId: 4, departmentId: campus.optics, pages }),
  };
  const owners = [people.admin, people.editor, people.user];
  const departments = [campus.physics, campus.optics, campus.history, null];
  const resources: AccessCampus['resources'] = [];
  for (let number = 0; number < 12; number += 1) {
    const [owner, departmentId] = [owners[number % 3] as Identity, departments[number % 4] as string | null];
    const { id } = await makeResource(test, { owner, departmentId, kind: kinds[number % 4], state: 'published' });
    resources.push({ id, departmentId, ownerId: owner.userId });
  }
  await sql`update resources set duration_seconds = 100 where kind in ('video', 'audio')`.execute(test.db);
  await star(test, people, resources);
  const courseIds = [randomUUID(), randomUUID()];
  return {
    ...{ campus, people, resources },
    randomEvent() {
      const action = one(['view', 'view', 'play', 'download', 'search', 'click'] as const);
      return {
        id: randomUUID(),
        at: new Date(Date.now() - 60_000 - upTo(days * dayMs)).toISOString(),
        action,
        ...(action !== 'search' && { resourceId: one(resources).id }),
        ...(chance(0.4) && { courseId: one(courseIds) }),
        ...(chance(0.8) && { reader: `r${upTo(30)}`, visit: `v${upTo(60)}` }),
        ...(chance(0.7) && { device: one(['desktop', 'mobile', 'tablet']) }),
        ...(chance(0.1) && { userAgent: 'bingbot/2.0' }),
        ip: `10.1.${upTo(200)}.${upTo(200)}`,
        ...(action === 'play' && { positionMs: 1000 + upTo(99_000), seconds: upTo(3000) / 100 }),
        ...(action === 'search' && { query: one(['Light', 'light ', 'waves']), hits: upTo(2) }),
      };
    },
    async send(events) {
      const { data } = await test.call(takePortalEvents, { body: { events } }, { headers: key.headers });
      if (data.taken !== events.length) throw new Error(`${events.length - data.taken} events were not taken`);
      await test.container.services.foldLoop.runOnce();
    },
  };
}

/** Adds recent favourites, several for most resources. */
async function star(test: TestApp, people: AccessPeople, resources: AccessCampus['resources']): Promise<void> {
  const stars = resources.flatMap(({ id }, place) =>
    [people.admin, people.editor, people.user].slice(place % 3).map(({ userId }) => ({ id, userId, place })),
  );
  await sql`insert into favourites (id, owner_id, resource_id, position, seen_version_number, created_at)
    select gen_random_uuid(), owner_id, resource_id, place, 1, now() - make_interval(hours => 12 * place::integer)
    from unnest(${stars.map(({ userId }) => userId)}::uuid[], ${stars.map(({ id }) => id)}::uuid[],
      ${stars.map(({ place }) => place)}::integer[]) as given (owner_id, resource_id, place)`.execute(test.db);
}
