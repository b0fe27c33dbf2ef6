import { cueLimits } from './cue.ts';
import { jointOf, leastMsOf, lineRoom } from './cue-measure.ts';
import type { Token } from './cue-tokens.ts';
import { endsClause, endsSentence, wrapPieces } from './wrap-cue.ts';

export type Group = { text: string; startMs: number; endMs: number };

/** What a cue costs as such, and what it costs to end one where thoughts do not. */
const cost = { cue: 20, inWord: 60, inClause: 30, clause: 6, short: 12, sentenceInside: 14, pauseInside: 25, hurry: 25 };
const pauseMs = 300;
const longPauseMs = 1200;
const narrow = 16;

type Best = { cost: number; from: number; text: string };

/** The words in cues, so that as few as can be end in the middle of a thought: the cheapest of all ways to part them. */
export function groupTokens(tokens: readonly Token[]): Group[] {
  const best: Best[] = [{ cost: 0, from: 0, text: '' }];
  for (let to = 1; to <= tokens.length; to += 1) best.push(cheapestEnd(tokens, to, best));
  const groups: Group[] = [];
  for (let to = tokens.length; to > 0; ) {
    const { from, text } = best[to] as Best;
    const [first, last] = [tokens[from], tokens[to - 1]];
    if (first && last) groups.push({ text, startMs: first.startMs, endMs: lastEnd(tokens, from, to) });
    to = from;
  }
  return groups.reverse();
}

function cheapestEnd(tokens: readonly Token[], to: number, best: readonly Best[]): Best {
  let found: Best | undefined;
  const atEnd = endCost(tokens, to);
  let inside = 0;
  let room = 0;
  for (let from = to - 1; from >= 0; from -= 1) {
    const token = tokens[from] as Token;
    const next = from + 1 < to ? tokens[from + 1] : undefined;
    room += token.room + (next && jointOf(token.text, next.text) ? narrow : 0);
    if (room > lineRoom * cueLimits.lines + narrow) break;
    if (next) inside += insideCost(token, next);
    const before = best[from];
    const spokenMs = lastEnd(tokens, from, to) - token.startMs;
    // Words may overlap or last for hours: one alone is shown as long as a cue may be.
    if (!before || (spokenMs > cueLimits.mostMs && to - from > 1)) continue;
    const least = before.cost + cost.cue + atEnd + inside;
    if (found && least >= found.cost) continue;
    const text = wrapPieces(tokens.slice(from, to).map((piece) => piece.text));
    if (text === undefined) continue;
    const whole = least + timeCost(tokens, from, to, text);
    if (!found || whole < found.cost) found = { cost: whole, from, text };
  }
  // One token always fits into a line.
  return found ?? { cost: (best[to - 1]?.cost ?? 0) + cost.cue, from: to - 1, text: tokens[to - 1]?.text ?? '' };
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
function timeCost(tokens: readonly Token[], from: number, to: number, text: string): number {
  const start = tokens[from]?.startMs ?? 0;
  const next = tokens[to]?.startMs ?? Number.POSITIVE_INFINITY;
  const missing = start + leastMsOf(text) + cueLimits.gapMs - next;
  const short = (tokens[to - 1]?.endMs ?? start) - start < cueLimits.leastMs ? cost.short : 0;
  return short + (missing > 0 ? Math.min(cost.hurry, (cost.hurry * missing) / cueLimits.leastMs) : 0);
}

function lastEnd(tokens: readonly Token[], from: number, to: number): number {
  return Math.max(tokens[from]?.startMs ?? 0, tokens[to - 1]?.endMs ?? 0);
}
