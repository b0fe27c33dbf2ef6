import type { ReadText } from './read-blocks.ts';
import { type Word, wordsOf } from './words-of.ts';

type Candidate = { count: number; forms: Map<string, number>; length: number; first: number };

const mostTerms = 60_000;

/** What a text is about in single words and pairs, the weightiest first. */
export function findKeywords({ sentences, sections }: ReadText, title = '', most = 10): string[] {
  const singles = new Map<string, Candidate>();
  const pairs = new Map<string, Candidate>();
  const spread = new Map<string, number>();
  const heads = `${title}\n${sections.map((section) => section.title).join('\n')}`;
  const named = new Set(wordsOf(heads).map(({ term }) => term));
  for (const { text, at } of sentences) {
    const seen = new Set<string>();
    for (const run of runs(text)) {
      for (const [index, word] of run.entries()) {
        note(singles, word.term, word.text, 1, at);
        seen.add(word.term);
        const next = run[index + 1];
        if (next) note(pairs, `${word.term} ${next.term}`, joined(word, next), 2, at);
      }
    }
    for (const term of seen) spread.set(term, (spread.get(term) ?? 0) + 1);
  }
  const total = Math.max(1, sentences.length);
  const weigh = (term: string, { count, length, first }: Candidate): number => {
    const parts = term.split(' ');
    // A word in every other sentence belongs to the language rather than to the subject.
    const rare = Math.min(...parts.map((part) => Math.log(1 + total / (spread.get(part) ?? 1))));
    const titled = parts.every((part) => named.has(part)) ? 1.6 : 1;
    return count * (0.3 + Math.min(rare, 3)) * (length === 2 ? 1.7 : 1) * titled * (1 + 0.3 / (1 + first));
  };
  const least = sentences.length > 12 ? 2 : 1;
  const ranked = [...singles, ...[...pairs].filter(([, { count }]) => count > 1)]
    .filter(([term, { count, forms }]) => count >= least && isWord(term, forms))
    .map(([term, candidate]) => ({ term, candidate, weight: weigh(term, candidate) }))
    .sort((left, right) => right.weight - left.weight || left.candidate.first - right.candidate.first);
  return choose(ranked, most);
}

type Ranked = { term: string; candidate: Candidate };

/** A word that only ever stands in a pair that was chosen adds nothing, nor does a pair that shares a word with one. */
function choose(ranked: readonly Ranked[], most: number): string[] {
  const chosen: Ranked[] = [];
  for (const entry of ranked) {
    if (chosen.length === most) break;
    const parts = entry.term.split(' ');
    const covered = chosen.some(({ term, candidate }) => {
      const others = term.split(' ');
      const shared = parts.filter((part) => others.includes(part)).length;
      if (shared === 0) return false;
      return parts.length === 1
        ? candidate.count * 2 > entry.candidate.count
        : shared === parts.length || others.length > 1;
    });
    if (!covered) chosen.push(entry);
  }
  return chosen.map(({ candidate }) => mostUsed(candidate.forms));
}

/** Words that stand beside each other, without a stop between them. */
function runs(text: string): Word[][] {
  const found: Word[][] = [];
  for (const stretch of text.split(/[^\p{L}\p{M}\p{N}\s'’-]+/u)) {
    let run: Word[] = [];
    let rest = stretch;
    for (const word of wordsOf(stretch)) {
      const at = rest.indexOf(word.text);
      const between = at < 0 ? ' x ' : rest.slice(0, at);
      rest = at < 0 ? rest : rest.slice(at + word.text.length);
      if (run.length > 0 && !/^[\s-]*$/.test(between)) {
        found.push(run);
        run = [];
      }
      run.push(word);
    }
    if (run.length > 0) found.push(run);
  }
  return found;
}

function note(into: Map<string, Candidate>, term: string, form: string, length: number, at: number): void {
  const known = into.get(term);
  if (known) {
    known.count += 1;
    known.forms.set(form, (known.forms.get(form) ?? 0) + 1);
  } else if (into.size < mostTerms) into.set(term, { count: 1, forms: new Map([[form, 1]]), length, first: at });
}

function joined(left: Word, right: Word): string {
  const wide = /\p{Script=Han}$/u.test(left.text) && /^\p{Script=Han}/u.test(right.text);
  return wide ? left.text + right.text : `${left.text} ${right.text}`;
}

function isWord(term: string, forms: ReadonlyMap<string, number>): boolean {
  if (/^\p{Script=Han}$/u.test(term)) return false;
  return mostUsed(forms).length > 2 || /^\p{Script=Han}{2}$/u.test(term);
}

/** As it is mostly written; a word that is mostly small is small. */
function mostUsed(forms: ReadonlyMap<string, number>): string {
  return [...forms].reduce((best, form) => (form[1] > best[1] ? form : best))[0];
}
