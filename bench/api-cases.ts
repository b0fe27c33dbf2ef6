import assert from 'node:assert/strict';
import { Agent } from 'node:http';
import { sql } from 'kysely';
import type { Db } from '../server/platform/db/database.ts';
import { printCursor } from '../server/platform/list/read-page.ts';
import { ask, type Load, type Wanted } from './load.ts';

/** `floor` is a bare row of the server written by hand. */
export type Side = 'floor' | 'byHand' | 'lectern';
/** Origins of the servers, and the headers of the signed-in person. */
export type Served = { origins: Record<Side, string>; headers: Record<string, string> };
export type ApiCase = {
  name: string;
  sides: readonly Side[];
  /** Throws if the two servers answer differently. */
  compare(served: Served): Promise<void>;
  load(side: Side, served: Served, clients: number): Promise<Pick<Load, 'next' | 'heard'>>;
};
export type Specialist = { id: string; departmentId: string };

type Target = { id: string; version: number };

const mostTargets = 800;
const comparedAnswers = 20;
/** A frequent word, one of another script, and a rare one. */
const searched = ['algebra', '线性代数', 'zygote'];

/** The calls of a department specialist, on a database with this many resources. */
export async function apiCases(db: Db, specialist: Specialist, rows: number): Promise<ApiCase[]> {
  const readable = await findTargets(db, sql`state = 'published' or department_id = ${specialist.departmentId}`);
  const editable = await findTargets(
    db,
    sql`department_id = ${specialist.departmentId} and state in ('published', 'ready', 'offline')`,
  );
  const deep = await cursorAfter(db, specialist, Math.floor(rows * 0.6));
  const first = await cursorAfter(db, specialist, 50);
  const list = '/api/resources';
  return [
    {
      ...reading('get', (turn) => `/api/resources/${readable[turn % readable.length]?.id}`, readable.length),
      sides: ['floor', 'byHand', 'lectern'],
    },
    saving(db, editable),
    reading('list', () => list),
    reading('next page', () => `${list}?cursor=${first}`),
    reading('deep page', () => `${list}?cursor=${deep}`),
    ...searched.map((word) => reading(`search “${word}”`, () => `${list}?search=${encodeURIComponent(word)}`)),
  ];
}

/** `different`: how many different answers there are to compare. */
function reading(name: string, pathOf: (turn: number) => string, different = 1): ApiCase {
  const wanted = (side: Side, { origins, headers }: Served, turn: number): Wanted => {
    const path = side === 'floor' ? pathOf(turn).replace('/api/resources', '/floor') : pathOf(turn);
    return { url: origins[side] + path, method: 'GET', headers };
  };
  return {
    name,
    sides: ['byHand', 'lectern'],
    compare: async (served) => {
      for (let turn = 0; turn < Math.min(different, comparedAnswers); turn += 1) {
        const [byHand, lectern] = await both((side) => wanted(side, served, turn));
        assert.deepEqual({ [name]: byHand }, { [name]: lectern });
      }
    },
    load: async (side, served) => {
      let turn = 0;
      return { next: () => wanted(side, served, turn++) };
    },
  };
}

/** Changes one field; the answer is the changed resource, and an activity and events are written. */
function saving(db: Db, targets: readonly Target[]): ApiCase {
  const name = 'save';
  const wanted = (side: Side, { origins, headers }: Served, target: Target, source: string): Wanted => ({
    url: `${origins[side]}${side === 'floor' ? '/floor' : '/api/resources'}/${target.id}`,
    method: 'PATCH',
    headers: { ...headers, 'content-type': 'application/json' },
    body: JSON.stringify({ source, version: target.version }),
  });
  const compared = async (side: Side, served: Served, target: Target) => {
    await takeBack(db, target);
    const answer = await answerOf(wanted(side, served, target, 'Compared'));
    const written = await takeBack(db, target);
    // The two saves happen at different times.
    (answer as { data: { updatedAt?: string } }).data.updatedAt = '';
    return { answer, written };
  };
  return {
    name,
    sides: ['floor', 'byHand', 'lectern'],
    compare: async (served) => {
      for (const target of targets.slice(0, comparedAnswers)) {
        const byHand = await compared('byHand', served, target);
        const lectern = await compared('lectern', served, target);
        assert.deepEqual({ [name]: byHand }, { [name]: lectern });
      }
    },
    load: async (side, served, clients) => {
      const { rows } = await sql<Target>`select id, version from resources
        where id = any (${targets.map(({ id }) => id)}::uuid[]) order by id`.execute(db);
      // Each client has its own resources, because two saves of one version are a conflict.
      const owned = Array.from({ length: clients }, (_, client) => rows.filter((_row, at) => at % clients === client));
      const turns = owned.map(() => 0);
      const current = (client: number): Target => {
        const own = owned[client] ?? [];
        const target = own[(turns[client] ?? 0) % own.length];
        if (!target) throw new Error('there are fewer resources than clients');
        return target;
      };
      return {
        next: (client) => wanted(side, served, current(client), `${side} ${performance.now()}`),
        heard: (client, body) => {
          const { data } = JSON.parse(body) as { data?: { version: number } };
          if (data) current(client).version = data.version;
          turns[client] = (turns[client] ?? 0) + 1;
        },
      };
    },
  };
}

const agent = new Agent({ keepAlive: true });

async function answerOf(wanted: Wanted): Promise<unknown> {
  return JSON.parse(await ask(agent, wanted));
}

function both(wanted: (side: Side) => Wanted): Promise<[unknown, unknown]> {
  return Promise.all([answerOf(wanted('byHand')), answerOf(wanted('lectern'))]);
}

/** Returns the activities and events of a save and removes its traces. */
async function takeBack(db: Db, target: Target): Promise<unknown> {
  const { rows: activities } = await sql`delete from activities where object_id = ${target.id}
    returning actor_id, action, object_type, before, after, ip, request_id is not null as "ofRequest"`.execute(db);
  const { rows: events } = await sql<{ user_id: string }>`delete from events where payload ->> 'id' = ${target.id}
    returning user_id, payload`.execute(db);
  events.sort((one, other) => one.user_id.localeCompare(other.user_id));
  await sql`update resources set source = '', version = ${target.version} where id = ${target.id}`.execute(db);
  return { activities, events };
}

async function findTargets(db: Db, condition: ReturnType<typeof sql>): Promise<Target[]> {
  const { rows } = await sql<Target>`select id, version from resources
    where (${condition}) and state not in ('trashed', 'purged')
    order by hashtext(id::text) limit ${mostTargets}`.execute(db);
  return rows;
}

/** The cursor of the next page after this many rows. */
async function cursorAfter(db: Db, { id, departmentId }: Specialist, rows: number): Promise<string> {
  const { rows: found } = await sql<{ key: string; id: string }>`
    select updated_at::text as key, id from resources where state not in ('trashed', 'purged')
      and (state = 'published' or owner_id = ${id} or department_id = ${departmentId})
    order by updated_at desc, resources.id desc limit 1 offset ${rows - 1}`.execute(db);
  const [last] = found;
  if (!last) throw new Error(`there are fewer than ${rows} rows`);
  return printCursor({ sort: '-updated', way: 'next', ...last });
}
