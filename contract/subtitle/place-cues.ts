import { type Cue, cueLimits } from './cue.ts';
import { displayWidth, leastMsOf, lineRoom, msOfPace } from './cue-measure.ts';
import { drained, type Token, turnLength } from './cue-tokens.ts';
import { endsClause, endsSentence, joined, mostUnits, wrapPieces } from './wrap-cue.ts';

const lingerMs = 400;
const leadMs = 700;

/**
 * Times texts in order: each is shown while it is spoken and long enough to read. Fast speech starts a little early if
 * there is room, otherwise late until the next pause; no cue starts more than `latestMs` late, so earlier cues are cut
 * below their reading time but never below the visible minimum.
 */
export function placeCues(groups: readonly Group[], { from = 0, latestMs = Number.POSITIVE_INFINITY } = {}): Cue[] {
  let free = Math.max(0, from);
  return groups.map((group, at) => {
    const next = groups[at + 1]?.startMs ?? Number.POSITIVE_INFINITY;
    const wholeMs = shownMs(group.text);
    const missing = Math.max(0, group.startMs + wholeMs + cueLimits.gapMs - next);
    const startMs = Math.max(free, group.startMs - Math.min(missing, leadMs));
    const wanted = Math.min(group.endMs + lingerMs, next - cueLimits.gapMs, startMs + cueLimits.mostMs);
    const room = next + latestMs - cueLimits.gapMs - startMs;
    const endMs = Math.max(startMs + Math.min(wholeMs, Math.max(cueLimits.leastMs, room)), wanted);
    free = endMs + cueLimits.gapMs;
    return { startMs, endMs, text: group.text };
  });
}

/** Counts one extra character per line break, so no check rates the text as too fast. */
function shownMs(text: string): number {
  return leastMsOf(text.replaceAll('\n', ' \u00a0'));
}

type Group = { text: string; startMs: number; endMs: number };

/** Penalties for each cue and for breaks at unnatural places. */
const cost = {
  cue: 20,
  inWord: 60,
  inClause: 30,
  clause: 6,
  short: 12,
  sentenceInside: 26,
  pauseInside: 25,
  hurry: 25,
};
const pauseMs = 300;
const longPauseMs = 1200;
const spaceRoom = displayWidth(' ');

type Best = { cost: number; from: number };

/** Groups tokens into cues at minimum total cost, avoiding breaks in the middle of a thought. */
export function groupTokens(tokens: readonly Token[]): Group[] {
  return drained(groupInTurns(tokens));
}

export function* groupInTurns(tokens: readonly Token[]): Generator<undefined, Group[]> {
  const best: Best[] = [{ cost: 0, from: 0 }];
  for (let to = 1; to <= tokens.length; to += 1) {
    best.push(cheapestEnd(tokens, to, best));
    if (to % turnLength === 0) yield;
  }
  const groups: Group[] = [];
  for (let to = tokens.length; to > 0; ) {
    const { from } = best[to] as Best;
    const pieces = tokens.slice(from, to).map((piece) => piece.text);
    const text = wrapPieces(pieces) ?? joined(pieces);
    groups.push({ text, startMs: tokens[from]?.startMs ?? 0, endMs: lastEnd(tokens, from, to) });
    to = from;
  }
  return groups.reverse();
}

function cheapestEnd(tokens: readonly Token[], to: number, best: readonly Best[]): Best {
  // Fallback: a single token always fits on a line.
  let found: Best = { cost: Number.POSITIVE_INFINITY, from: to - 1 };
  const atEnd = endCost(tokens, to);
  let inside = 0;
  const size = { room: 0, pace: 0, units: 0 };
  for (let from = to - 1; from >= 0; from -= 1) {
    const token = tokens[from] as Token;
    const next = from + 1 < to ? tokens[from + 1] : undefined;
    size.room += token.room + (next?.joint.room ?? 0);
    size.pace += token.pace + (next?.joint.pace ?? 0);
    size.units += token.text.length + 1;
    if (next) inside += insideCost(token, next);
    if (to - from > 1 && (size.room > lineRoom * cueLimits.lines + spaceRoom || size.units > mostUnits)) break;
    // Word times may overlap or span hours; a single word is always accepted and its display time is capped later.
    if (to - from > 1 && lastEnd(tokens, from, to) - token.startMs > cueLimits.mostMs) continue;
    if (size.room > lineRoom && !fitsTwo(tokens, from, to, size.room)) continue;
    const whole = (best[from]?.cost ?? 0) + cost.cue + atEnd + inside + timeCost(tokens, from, to, size.pace);
    if (whole < found.cost) found = { cost: whole, from };
  }
  return found;
}

/** Fills the upper line greedily and checks that the rest fits on the lower one. */
function fitsTwo(tokens: readonly Token[], from: number, to: number, whole: number): boolean {
  let upper = tokens[from]?.room ?? 0;
  for (let at = from + 1; at < to; at += 1) {
    const { room, joint } = tokens[at] as Token;
    if (upper + joint.room + room > lineRoom) return whole - upper - joint.room <= lineRoom;
    upper += joint.room + room;
  }
  return true;
}

function endCost(tokens: readonly Token[], to: number): number {
  const [last, next] = [tokens[to - 1], tokens[to]];
  if (!last || !next || endsSentence(last.text)) return 0;
  const pause = next.startMs - last.endMs;
  if (pause >= longPauseMs) return 0;
  if (endsClause(last.text) || pause >= pauseMs) return cost.clause;
  return next.inWord ? cost.inWord : cost.inClause;
}

function insideCost(token: Token, next: Token): number {
  const pause = next.startMs - token.endMs;
  return (pause >= longPauseMs ? cost.pauseInside : 0) + (endsSentence(token.text) ? cost.sentenceInside : 0);
}

/** Penalty for too little time before the next cue, or a cue too short to notice. */
function timeCost(tokens: readonly Token[], from: number, to: number, pace: number): number {
  const start = tokens[from]?.startMs ?? 0;
  const next = tokens[to]?.startMs ?? Number.POSITIVE_INFINITY;
  const missing = start + Math.max(cueLimits.leastMs, msOfPace(pace)) + cueLimits.gapMs - next;
  const short = (tokens[to - 1]?.endMs ?? start) - start < cueLimits.leastMs ? cost.short : 0;
  return short + (missing > 0 ? Math.min(cost.hurry, (cost.hurry * missing) / cueLimits.leastMs) : 0);
}

function lastEnd(tokens: readonly Token[], from: number, to: number): number {
  return Math.max(tokens[from]?.startMs ?? 0, tokens[to - 1]?.endMs ?? 0);
}
