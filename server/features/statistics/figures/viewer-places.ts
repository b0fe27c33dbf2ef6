import type { Days } from '@lectern/contract/statistics/figure.ts';
import { addDays } from '@lectern/contract/statistics/period.ts';
import type { Estimate } from '../fold/sketch.ts';
import { lastDayOf, type Recent, type Span } from '../fold/span.ts';
import { remember } from './remember.ts';
import { coverOf, type Settled, spanKey, startOfSpan } from './viewer-cover.ts';

export type Grain = 'day' | Span['span'] | 'whole';
/** People of a piece of a period, called by its start, and of a group. */
export type PieceViewers = { start: string; key: string | null } & Estimate;

const lately = new Map<string, Settled>();

/** One and the same as long as nothing is settled or comes to be unsettled: what was found for it holds. */
export function settledOf(
  today: string,
  { unsettled, recents }: { unsettled: readonly Span[]; recents: readonly Recent[] },
): Settled {
  const keys = unsettled.map(spanKey).sort();
  const lasts = recents.map(({ day, last, changed }) => `${day} ${last} ${changed.join()}`).sort();
  return remember(lately, `${today} ${keys.join()} ${lasts.join()}`, () => ({
    ...{ today, unsettled: new Set(keys) },
    recents: new Map(recents.map((recent) => [recent.day, recent])),
  }));
}

/** Days and spans, each with the start of the piece that it is a part of. */
type Places = ReadonlyMap<string, string>;
/** Several parts of an answer are about the same days, and so are most answers: finding the places takes milliseconds. */
const known = new WeakMap<Settled, Map<string, Places>>();

export function placesOf(days: Days, grain: Grain, settled: Settled): Places {
  const ofSettled = known.get(settled) ?? new Map<string, Places>();
  known.set(settled, ofSettled);
  return remember(ofSettled, `${days.from} ${days.to} ${grain}`, () => findPlaces(days, grain, settled));
}

/** Days and spans from which the pieces are told, each with the start of its piece. */
function findPlaces(days: Days, grain: Grain, settled: Settled): Places {
  const places = new Map<string, string>();
  for (const piece of piecesOf(days, grain)) {
    const cover = coverOf(piece, settled);
    for (const day of cover.days) places.set(`day ${day}`, piece.start);
    for (const span of cover.spans) places.set(spanKey(span), piece.start);
  }
  return places;
}

/** The pieces of a period; the first and the last may be cut, and are called by where they would begin. */
function piecesOf({ from, to }: Days, grain: Grain): (Days & { start: string })[] {
  if (grain === 'whole') return [{ from, to, start: '' }];
  const pieces: (Days & { start: string })[] = [];
  for (let at = from; at <= to; ) {
    const start = grain === 'day' ? at : startOfSpan(grain, at);
    const last = grain === 'day' ? at : lastDayOf({ span: grain, day: start });
    pieces.push({ from: at, to: last < to ? last : to, start });
    at = addDays(last, 1);
  }
  return pieces;
}
