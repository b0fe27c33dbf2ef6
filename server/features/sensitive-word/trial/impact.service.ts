import { type ImpactSample, impactSamples, type WordImpact } from '@lectern/contract/features/sensitive-word-trial.ts';
import type { MatcherWord } from '../../../engines/word-matcher/port.ts';
import { AppError } from '../../../platform/app-error.ts';
import type { Db } from '../../../platform/db/database.ts';
import type { SignedInContext } from '../../../platform/http/request-context.ts';
import type { WordJudge } from '../word-judge.ts';
import { type ChangedWord, changedWords, type ImpactOf, ImpactTally } from './impact-tally.ts';
import { matcherWord } from './matcher-words.ts';
import type { CandidateText, TrialPorts } from './trial-ports.ts';
import { withMatcher } from './with-matcher.ts';

type Dependencies = { db: Db; judge: WordJudge; ports: TrialPorts };

/** People wait for it, and too many of it must not keep the database from others. */
const longestMs = 4_000;
const mostTexts = 20_000;
/** Words whose texts are asked for at once. */
const wordsAtOnce = 50;

/** Tells what a change of words would flag and clear, from the index of texts, before anything is saved. */
export class ImpactService {
  readonly #dependencies: Dependencies;

  constructor(dependencies: Dependencies) {
    this.#dependencies = dependencies;
  }

  async preview(context: SignedInContext, of: ImpactOf): Promise<WordImpact> {
    const { words, more } = await changedWords(this.#dependencies.db, of);
    for (const { after } of words)
      if (after && 'refusal' in this.#dependencies.judge.judge(after.text, after.mode))
        throw new AppError('wordRefused');
    const tally = new ImpactTally(words);
    const all = words.length === 0 || (await this.#look(words, tally));
    const cutShort = more || !all;
    return {
      ...tally.counts(!cutShort),
      samples: await this.#shownTo(context, tally.samples),
      cutShort,
      looked: tally.looked,
    };
  }

  /** Whether all was looked at. */
  async #look(words: readonly ChangedWord[], tally: ImpactTally): Promise<boolean> {
    const { createMatcher, candidates } = this.#dependencies.ports;
    const until = performance.now() + longestMs;
    const seen = new Set<string>();
    return withMatcher(createMatcher, words.flatMap(sidesOf), async (find) => {
      for (let at = 0; at < words.length; at += wordsAtOnce) {
        const some = words.slice(at, at + wordsAtOnce).flatMap(sidesOf);
        const room = mostTexts - tally.looked;
        const { more, read } = await candidates(some, room);
        for await (const texts of read()) {
          const fresh = texts.filter((text) => isNew(seen, text));
          const found = await find(fresh.map(toMatch));
          for (const [index, text] of fresh.entries()) tally.add(text, found[index] ?? []);
          if (performance.now() > until) return false;
        }
        if (more || performance.now() > until) return false;
      }
      return true;
    });
  }

  /** Some of each effect, of resources that this person may read. */
  async #shownTo(context: SignedInContext, { flag, clear }: ImpactTally['samples']): Promise<ImpactSample[]> {
    const { db, ports } = this.#dependencies;
    const ids = [...new Set([...flag, ...clear].map((sample) => sample.resource.id))];
    if (ids.length === 0) return [];
    const readable = await ports.listReadable(db, context.principal, ids);
    const [flags, clears] = [flag, clear].map((samples) => samples.filter(({ resource }) => readable.has(resource.id)));
    const half = impactSamples / 2;
    const cleared = (clears ?? []).slice(0, Math.max(half, impactSamples - (flags?.length ?? 0)));
    return [...(flags ?? []).slice(0, impactSamples - cleared.length), ...cleared];
  }
}

/** The word as it is and as it would be, side by side: one look finds both. */
function sidesOf({ id, before, after }: ChangedWord): MatcherWord[] {
  return [
    ...(before ? [matcherWord(`before ${id}`, before)] : []),
    ...(after ? [matcherWord(`after ${id}`, after)] : []),
  ];
}

/** A text that holds several of the words is looked at once. */
function isNew(seen: Set<string>, { resource, source, position }: CandidateText): boolean {
  const key = `${resource.id} ${source} ${position}`;
  if (seen.has(key)) return false;
  seen.add(key);
  return true;
}

function toMatch({ text, source, language, resource }: CandidateText) {
  return { text, context: { source, kind: resource.kind, language } };
}
