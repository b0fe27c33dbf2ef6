import { sureFrom } from '@lectern/contract/features/reading.ts';
import { type FindOptions, finderOf } from './model/find-places.ts';
import { isDoubtful, wordPlaces } from './model/word-places.ts';
import type { WorkLine } from './model/work-line.ts';
import type { Said } from './workbench-context.ts';

/** Below this, a word is rather wrong than right. */
const poorBelow = 0.4;

export type Tone = 'fair' | 'doubtful' | 'poor' | null;
export type Piece = { from: number; text: string; tone: Tone; found: boolean; said: boolean };

/** A line cut where its look changes: by how sure a word is, what is searched for and what is being said. */
export function piecesOf(line: WorkLine, finding: FindOptions | null, said: Said | null): Piece[] {
  const { text } = line;
  const cuts = new Set([0, text.length]);
  const words = (line.words ?? []).length === 0 ? [] : wordPlaces(line);
  const tones = words.flatMap(({ word, from, to }) => {
    const tone = toneOf(word);
    return tone ? [{ from, to, tone }] : [];
  });
  const hits = finding ? finderOf(finding)(text) : [];
  const now = said && said.to > said.from ? [said] : [];
  for (const { from, to } of [...tones, ...hits, ...now]) {
    cuts.add(Math.min(from, text.length));
    cuts.add(Math.min(to, text.length));
  }
  const edges = [...cuts].sort((left, right) => left - right);
  const holds = (from: number) => (range: { from: number; to: number }) => range.from <= from && from < range.to;
  return edges.slice(0, -1).map((from, at) => ({
    from,
    text: text.slice(from, edges[at + 1]),
    tone: tones.find(holds(from))?.tone ?? null,
    found: hits.some(holds(from)),
    said: now.some(holds(from)),
  }));
}

function toneOf(word: { text: string; confidence: number | null }): Tone {
  if (word.confidence === null || word.confidence >= sureFrom) return null;
  if (!isDoubtful(word)) return 'fair';
  return word.confidence < poorBelow ? 'poor' : 'doubtful';
}
