import type { StatFigure, StatGroup } from '@lectern/contract/features/access-stat.ts';
import type { Db } from '../../../platform/db/database.ts';
import type { GroupDimension } from '../figures/cell-rows.ts';
import { countEventGroups } from '../figures/event-viewers.repository.ts';
import { completionOf, fromOrder, measureOf, orderOf, type SummedMeasure } from '../figures/measure.ts';
import type { Selection } from '../figures/selection.ts';
import {
  listKeyNames,
  rankGroups,
  sumAll,
  sumGroups,
  sumKeyed,
  sumNamed,
  sumPieces,
} from '../figures/sums.repository.ts';
import { noSums, type Sums } from '../figures/sums.ts';
import { firstOf, listTopViewers } from '../figures/top-viewers.ts';
import { countPieceViewers, countViewers, isOfEvents } from '../figures/viewers.repository.ts';
import { pieceNames, placedViewers, summedSeries, type Wanted } from './stat-figures.ts';

type GroupsWanted = Wanted & { groupBy: GroupDimension; limit: number };
type Groups = { groups: StatGroup[]; moreGroups: number | null };

/** So many groups are drawn piece by piece. */
const drawn = 10;

export async function groupsOf(
  db: Db,
  selection: Selection,
  before: Selection | null,
  wanted: GroupsWanted,
): Promise<Groups> {
  return wanted.measure === 'viewers'
    ? viewerGroups(db, selection, before, wanted)
    : summedGroups(db, selection, before, { ...wanted, measure: wanted.measure });
}

async function summedGroups(
  db: Db,
  selection: Selection,
  before: Selection | null,
  { groupBy, limit, measure, grain }: GroupsWanted & { measure: SummedMeasure },
): Promise<Groups> {
  const top = await rankGroups(db, selection, { by: groupBy, measure, limit });
  const keys = top.groups.flatMap(({ key }) => (key === null ? [] : [key]));
  const first = grain === 'hour' ? [] : keys.slice(0, drawn);
  const [names, past, pieces, without, pastWithout] = await Promise.all([
    listKeyNames(db, groupBy, keys),
    before ? sumNamed(db, before, { by: groupBy, keys, measures: [measure] }) : undefined,
    first.length > 0
      ? sumPieces(db, selection, { grain, measures: [measure], group: { by: groupBy, keys: first } })
      : [],
    withoutKey(db, selection, { groupBy, measure, keyed: () => top.keyed }),
    before &&
      withoutKey(db, before, {
        ...{ groupBy, measure },
        keyed: () => sumKeyed(db, before, { by: groupBy, measure }),
      }),
  ]);
  const places = pieceNames(selection.days, grain);
  const piecesOf = Map.groupBy(pieces, ({ key }) => key);
  const seriesOf = (key: string) =>
    summedSeries(piecesOf.get(key) ?? [], places).map((piece) => exactly(measureOf(piece, measure)));
  const told = top.groups.map(
    ({ key, figure }): StatGroup => ({
      ...named(names, key),
      figure: exactly(figure),
      before: past ? exactly(measureOf(past.get(key) ?? noSums, measure)) : null,
      series: key !== null && first.includes(key) ? seriesOf(key) : null,
    }),
  );
  // Of a share nothing is no share, and none of what there is is one.
  if (measure === 'completion' ? without !== null : (without ?? 0) > 0) {
    told.push({
      ...named(names, null),
      figure: exactly(without),
      before: before ? exactly(pastWithout) : null,
      series: null,
    });
  }
  return { groups: told, moreGroups: top.count === null ? null : top.count - top.groups.length };
}

type Without = { groupBy: GroupDimension; measure: SummedMeasure; keyed(): number | Promise<number> };

/** What has no key: the whole less all that have one. */
async function withoutKey(db: Db, selection: Selection, { groupBy, measure, keyed }: Without): Promise<number | null> {
  const none = measureOf(noSums, measure);
  // Who is kept to departments, or to one key of the grouping itself, sees nothing without one.
  if (selection.constraints.some(({ dimension }) => dimension === groupBy)) return none;
  if (groupBy === 'department' && selection.scope.kind === 'departments') return none;
  if (measure === 'completion') return completionWithoutKey(db, selection, groupBy);
  const [whole, withKey] = await Promise.all([sumAll(db, selection), keyed()]);
  return fromOrder(orderOf(whole, measure) - withKey, measure);
}

/** A share is of two sums: both are taken of those that have no key. */
async function completionWithoutKey(db: Db, selection: Selection, groupBy: GroupDimension): Promise<number | null> {
  // What is played or has a length is a resource, and has a kind.
  if (groupBy === 'resource' || groupBy === 'kind') return null;
  const [whole, groups] = await Promise.all([
    sumAll(db, selection),
    sumGroups(db, selection, { by: groupBy, measures: ['completion'] }),
  ]);
  const less = (read: (of: Sums) => number) => groups.reduce((left, group) => left - read(group), read(whole));
  return completionOf({ watched_ms: less((of) => of.watched_ms), opened_ms: less((of) => of.opened_ms) });
}

async function viewerGroups(
  db: Db,
  selection: Selection,
  before: Selection | null,
  { groupBy, limit, grain }: GroupsWanted,
): Promise<Groups> {
  const series = grain === 'hour' ? 0 : drawn;
  const counted = isOfEvents(selection, groupBy)
    ? await countEventGroups(db, selection, { by: groupBy, grain: grain === 'hour' ? 'whole' : grain, drawn: series })
    : undefined;
  const { groups: top, count } = counted
    ? firstOf(new Map(counted.whole.map(({ key, value, exact }) => [key, { value, exact }])), limit)
    : await listTopViewers(db, selection, { by: groupBy, limit });
  const shown = top.map(({ key }) => key);
  const first = shown.slice(0, series);
  const [names, past, pieces] = await Promise.all([
    listKeyNames(db, groupBy, shown),
    before && shown.length > 0 ? countViewers(db, before, { by: groupBy, keys: shown }) : undefined,
    counted?.pieces ??
      (first.length > 0 && grain !== 'hour'
        ? countPieceViewers(db, selection, grain, { by: groupBy, keys: first })
        : []),
  ]);
  const places = pieceNames(selection.days, grain);
  const piecesOf = Map.groupBy(pieces, ({ key }) => key);
  const told = top.map(
    ({ key, figure }): StatGroup => ({
      ...named(names, key),
      figure,
      before: before ? (past?.get(key) ?? exactly(0)) : null,
      series: first.includes(key) ? placedViewers(piecesOf.get(key) ?? [], places) : null,
    }),
  );
  return { groups: told, moreGroups: count === null ? null : count - told.length };
}

function named(names: Awaited<ReturnType<typeof listKeyNames>>, key: string | null) {
  const known = key === null ? undefined : names.get(key);
  return { key, name: known?.name ?? null, gone: known?.gone ?? false, kind: known?.kind ?? null };
}

const exactly = (value: number | null): StatFigure => ({ value, exact: true });
