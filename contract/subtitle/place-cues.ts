import { type Cue, cueLimits } from './cue.ts';
import { leastMsOf, lineRoom, msOfPace, roomOf } from './cue-measure.ts';
import { drained, type Token, turnLength } from './cue-tokens.ts';
import { endsClause, endsSentence, joined, mostUnits, wrapPieces } from './wrap-cue.ts';

const lingerMs = 400;
const leadMs = 700;

/**
 * Times for texts in order: each is shown while it is said, and as long as it takes to read. What is said too fast is shown
 * a little earlier where there is room, and otherwise later; the next pause makes up for it. Where none comes, the words go
 * first: no cue begins later than `latestMs` after what it says, and those that hold the next one up are shown for less than
 * it takes to read them, though never so short that nobody sees them.
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

/** With a character more for the end of a line: whoever counts it finds the text no faster. */
function shownMs(text: string): number {
  return leastMsOf(text.replaceAll('\n', ' \u00a0'));
}

type Group = { text: string; startMs: number; endMs: number };

/** What a cue costs as such, and what it costs to end one where thoughts do not. */
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
const spaceRoom = roomOf(' ');

type Best = { cost: number; from: number };

/** The words in cues, so that as few as can be end in the middle of a thought: the cheapest of all ways to part them. */
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
  // One token always fits into a line.
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
    // Words may overlap or last for hours: one alone is shown as long as a cue may be.
    if (to - from > 1 && lastEnd(tokens, from, to) - token.startMs > cueLimits.mostMs) continue;
    if (size.room > lineRoom && !fitsTwo(tokens, from, to, size.room)) continue;
    const whole = (best[from]?.cost ?? 0) + cost.cue + atEnd + inside + timeCost(tokens, from, to, size.pace);
    if (whole < found.cost) found = { cost: whole, from };
  }
  return found;
}

/** As much as can be in the upper line, and the rest in the lower one. */
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

/** Too little time until the next one, or hardly long enough to be noticed. */
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
