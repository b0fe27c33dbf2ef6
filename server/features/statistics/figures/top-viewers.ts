import { sql } from 'kysely';
import type { Executor } from '../../../platform/db/database.ts';
import { dimensionNumbers } from '../fold/cell.ts';
import type { Estimate } from '../fold/sketch.ts';
import type { GroupDimension } from './cell-rows.ts';
import { onlyResources } from './seen-resources.ts';
import type { Selection } from './selection.ts';
import { rankGroups } from './sums.repository.ts';
import { listTopBounds } from './top-resources.ts';
import { countViewers, listViewerBounds } from './viewers.repository.ts';

export type GroupViewers = { key: string; figure: Estimate };
type TopViewers = { groups: GroupViewers[] /** Nothing: more than these. */; count: number | null };

/** So many groups are looked at in one go, and more where what is known of them is far from what they have. */
const atOnce = 30;
const manyAtOnce = 40;
/** All of so few are counted in any case: nothing has to be known of them before. */
const fewKeys = 50;
/** So many at most, before all are. */
const mostCandidates = 400;

/**
 * The groups with the most people, and how many groups have any. Those that may have most are counted first, until none of
 * the rest can have more than the last that is shown.
 */
export async function listTopViewers(
  db: Executor,
  selection: Selection,
  { by, limit }: { by: GroupDimension; limit: number },
): Promise<TopViewers> {
  const listed = by === 'resource' ? await listTopBounds(db, selection, { measure: 'viewers', limit }) : undefined;
  if (listed) {
    const groups = await countByBounds(db, selection, { by, limit, bounds: listed.candidates });
    const last = groups[limit - 1];
    const isTold = listed.beyond === 0 || (last !== undefined && last.figure.value > listed.beyond);
    if (isTold) return { groups, count: last ? null : groups.length };
  }
  const within = by === 'resource' ? await listTopWithin(db, selection, limit) : undefined;
  if (within) return within;
  const found = (await hasFewKeys(db, by)) ? undefined : await listViewerBounds(db, selection, by);
  if (!found) {
    return firstOf(await countViewers(db, selection, { by }), limit);
  }
  const { bounds, isClose } = found;
  const wanted = { by, limit, bounds, atOnce: isClose ? atOnce : manyAtOnce };
  return { groups: await countByBounds(db, selection, wanted), count: bounds.length };
}

/** Keys come and do not go: what has many of them is not asked again. */
const manyKeys = new WeakMap<Executor, Set<GroupDimension>>();

async function hasFewKeys(db: Executor, by: GroupDimension): Promise<boolean> {
  const many = manyKeys.get(db) ?? new Set();
  manyKeys.set(db, many);
  if (many.has(by)) return false;
  const { rows } = await sql`select from access_keys where dimension = ${sql.lit(dimensionNumbers[by])}
    limit ${fewKeys + 1}`.execute(db);
  if (rows.length > fewKeys) many.add(by);
  return rows.length <= fewKeys;
}

/**
 * Of what somebody sees: nobody has more people than events, nor than everybody's days and spans have together. Nothing:
 * they see everything, or too many have as much.
 */
async function listTopWithin(db: Executor, selection: Selection, limit: number): Promise<TopViewers | undefined> {
  if (selection.scope.kind === 'all' || selection.constraints.length > 0) return undefined;
  const top = await rankGroups(db, selection, { by: 'resource', measure: 'events', limit: mostCandidates });
  const wanted = { by: 'resource' as const, limit };
  const byEvents = top.groups.flatMap(({ key, order }) => (key === null ? [] : [{ key, most: order }]));
  const first = await countByBounds(db, selection, { ...wanted, bounds: byEvents.slice(0, atOnce) });
  const least = first[limit - 1]?.figure.value ?? 0;
  const rest = byEvents.slice(atOnce).filter(({ most }) => most > least);
  const bounds = rest.length > 0 ? await closerBounds(db, selection, rest) : [];
  const groups = await countByBounds(db, selection, { ...wanted, bounds, counted: first });
  const last = groups[limit - 1];
  const isTold = byEvents.length < mostCandidates || (last && last.figure.value >= (byEvents.at(-1)?.most ?? 0));
  return isTold ? { groups, count: last ? null : groups.length } : undefined;
}

async function closerBounds(db: Executor, selection: Selection, byEvents: readonly Bound[]): Promise<Bound[]> {
  const events = new Map(byEvents.map(({ key, most }) => [key, most]));
  const everybody = { ...selection, scope: { kind: 'all' as const }, constraints: onlyResources([...events.keys()]) };
  const found = await listViewerBounds(db, everybody, 'resource');
  return (found?.bounds ?? [])
    .map(({ key, most }) => ({ key, most: Math.min(most, events.get(key) ?? 0) }))
    .sort((one, other) => other.most - one.most);
}

type Bound = { key: string; most: number };
/** `counted`: those that are counted already. */
type Bounded = {
  by: GroupDimension;
  limit: number;
  bounds: readonly Bound[];
  counted?: readonly GroupViewers[];
  atOnce?: number;
};

async function countByBounds(
  db: Executor,
  selection: Selection,
  { by, limit, bounds, counted: before = [], atOnce: some = atOnce }: Bounded,
): Promise<GroupViewers[]> {
  let groups = [...before];
  const mayBeShown = ({ most }: Bound) => most > (groups[limit - 1]?.figure.value ?? 0);
  for (let left = bounds.filter(mayBeShown); left.length > 0; left = left.slice(some).filter(mayBeShown)) {
    const keys = left.slice(0, some).map(({ key }) => key);
    const counted = ranked(await countViewers(db, selection, { by, keys }));
    groups = [...groups, ...counted].sort(byPeople).slice(0, limit);
  }
  return groups;
}

/** All of them are counted. */
export function firstOf(people: ReadonlyMap<string | null, Estimate>, limit: number): TopViewers {
  const groups = ranked(people);
  return { groups: groups.slice(0, limit), count: groups.length };
}

function ranked(people: ReadonlyMap<string | null, Estimate>): GroupViewers[] {
  return [...people]
    .flatMap(([key, figure]) => (key !== null && figure.value > 0 ? [{ key, figure }] : []))
    .sort(byPeople);
}

function byPeople(one: GroupViewers, other: GroupViewers): number {
  return other.figure.value - one.figure.value || (one.key < other.key ? -1 : 1);
}
