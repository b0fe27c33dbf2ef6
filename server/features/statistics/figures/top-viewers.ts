import { daysBetween } from '@lectern/contract/statistics/period.ts';
import { sql } from 'kysely';
import type { Executor } from '../../../platform/db/database.ts';
import { dimensionNumbers } from '../fold/cell.ts';
import type { Estimate } from '../fold/sketch.ts';
import type { GroupDimension } from './cell-rows.ts';
import { remember } from './remember.ts';
import { onlyResources } from './seen-resources.ts';
import type { Selection } from './selection.ts';
import { rankGroups } from './sums.repository.ts';
import { listTopBounds } from './top-resources.ts';
import { countViewers, listViewerBounds } from './viewers.repository.ts';

export type GroupViewers = { key: string; figure: Estimate };
type TopViewers = { groups: GroupViewers[] /** Nothing: more than these. */; count: number | null };

/** So many groups are looked at in one go. */
const atOnce = 30;
/** All of so few are counted in any case: nothing has to be known of them before. */
const fewKeys = 50;
/** So many at most, before all are. */
const mostCandidates = 400;

type Wanted = { by: GroupDimension; limit: number };
/** What groups may have at most; one that is not among them has no more than `beyond`. `count`: how many groups there are. */
type Found = { candidates: readonly Bound[]; beyond: number; count?: number };

/**
 * The groups with the most people, and how many groups have any. Those that may have most are counted first, until none of
 * the rest can have more than the last that is shown.
 */
export async function listTopViewers(db: Executor, selection: Selection, wanted: Wanted): Promise<TopViewers> {
  const { by, limit } = wanted;
  const lately = remember(mayHaveMost, nameOf(selection, wanted), () => ({ keys: [] as readonly string[] }), mostNames);
  // Mostly the same have most again: they are counted while that is found out.
  const [found, counted] = await Promise.all([
    findFirst(db, selection, wanted),
    countNamed(db, selection, { by, keys: lately.keys }),
  ]);
  if (found) {
    const { candidates, beyond } = found;
    const groups = await countByBounds(db, selection, { ...wanted, bounds: candidates, counted });
    const last = groups[limit - 1];
    if (beyond === 0 || (last !== undefined && last.figure.value > beyond)) {
      lately.keys = firstKeys(candidates, last?.figure.value ?? 0);
      return { groups, count: found.count ?? (last ? null : groups.length) };
    }
  }
  const within = by === 'resource' ? await listTopWithin(db, selection, limit) : undefined;
  if (within) return within;
  const bounds = by === 'resource' && (await findBounds(db, selection, by));
  if (!bounds) return firstOf(await countViewers(db, selection, { by }), limit);
  const groups = await countByBounds(db, selection, { ...wanted, bounds: bounds.candidates });
  return { groups, count: bounds.count };
}

/** What was to be counted when the like of it was asked the last time, by what was asked. */
const mayHaveMost = new Map<string, { keys: readonly string[] }>();
const mostNames = 200;
const mostNamed = 100;

function nameOf({ scope, constraints, days }: Selection, { by, limit }: Wanted): string {
  return JSON.stringify([scope, constraints, daysBetween(days.from, days.to), by, limit]);
}

/** One or two more than may be shown: something may come until it is asked again. */
function firstKeys(bounds: readonly Bound[], least: number): string[] {
  const end = bounds.findIndex(({ most }) => most <= least);
  return bounds.slice(0, Math.min(mostNamed, end < 0 ? bounds.length : end + 2)).map(({ key }) => key);
}

function findFirst(db: Executor, selection: Selection, { by, limit }: Wanted): Promise<Found | undefined> {
  return by === 'resource'
    ? listTopBounds(db, selection, { measure: 'viewers', limit })
    : findBounds(db, selection, by);
}

/** The most that each group may have, of all groups. Nothing: they are few, or no sums are kept of them. */
async function findBounds(db: Executor, selection: Selection, by: GroupDimension) {
  const candidates = (await hasFewKeys(db, by)) ? undefined : await listViewerBounds(db, selection, by);
  return candidates && { candidates, beyond: 0, count: candidates.length };
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
  return ((await listViewerBounds(db, everybody, 'resource')) ?? [])
    .map(({ key, most }) => ({ key, most: Math.min(most, events.get(key) ?? 0) }))
    .sort((one, other) => other.most - one.most);
}

type Bound = { key: string; most: number };
/** `counted`: those that are counted already. */
type Bounded = Wanted & { bounds: readonly Bound[]; counted?: readonly GroupViewers[] };

async function countByBounds(
  db: Executor,
  selection: Selection,
  { by, limit, bounds, counted = [] }: Bounded,
): Promise<GroupViewers[]> {
  const known = new Set(counted.map(({ key }) => key));
  let groups = [...counted].sort(byPeople).slice(0, limit);
  const isWanted = ({ key, most }: Bound) => !known.has(key) && most > (groups[limit - 1]?.figure.value ?? 0);
  for (let left = bounds.filter(isWanted); left.length > 0; left = left.slice(atOnce).filter(isWanted)) {
    const keys = left.slice(0, atOnce).map(({ key }) => key);
    groups = [...groups, ...(await countNamed(db, selection, { by, keys }))].sort(byPeople).slice(0, limit);
  }
  return groups;
}

async function countNamed(
  db: Executor,
  selection: Selection,
  named: { by: GroupDimension; keys: readonly string[] },
): Promise<GroupViewers[]> {
  return named.keys.length > 0 ? ranked(await countViewers(db, selection, named)) : [];
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
