import type { RequestOf } from '@lectern/contract/endpoint.ts';
import { previewImpact, type WordImpact } from '@lectern/contract/features/sensitive-word-trial.ts';
import { call } from '../../../lib/api-client.ts';
import { type ApiError, isApiError } from '../../../lib/api-error.ts';
import { createStore } from '../../../lib/store.ts';

/** What one wants to know the effect of. */
export type ImpactOf = NonNullable<RequestOf<typeof previewImpact>['body']>;

export type ImpactQuestion = {
  /** null: there is nothing to look at. */
  of: ImpactOf | null;
  /** How many of the changed words are looked at, where they are too many for all of them. */
  part?: { looked: number; count: number };
  /** Words that would go; absent: it is a save like any other. */
  deletes?: { what: string };
  /** What going on is called, where it is neither. */
  label?: string;
};

type Asked = ImpactQuestion & {
  /** A quick answer needs no dialog in between. */
  shown: boolean;
  impact: WordImpact | null;
  error: ApiError | null;
  retry(): void;
  answer(goOn: boolean): void;
};

/** The question that is open; a dialog over everything shows it. */
export const openImpact = createStore<Asked | null>(null);

const patienceMs = 300;
/** What is wrong with the word itself, or with the version: the save says it in its place. */
const saidBySaving = [400, 404, 409, 422];

/**
 * Says whether to go on with a change, once its effect is known: at once where it has none, otherwise when someone has
 * seen it. Deleting is asked about in any case.
 */
export function askImpact(question: ImpactQuestion): Promise<boolean> {
  if (openImpact.get()) return Promise.resolve(false);
  return new Promise((resolve) => {
    const stop = new AbortController();
    const change = (news: Partial<Asked>) => openImpact.update((asked) => asked && { ...asked, ...news });
    const answer = (goOn: boolean) => {
      stop.abort();
      openImpact.set(null);
      resolve(goOn);
    };
    const look = async () => {
      if (!question.of) return;
      change({ error: null });
      try {
        const impact = await call(previewImpact, { body: question.of }, { quiet: true, signal: stop.signal });
        if (!question.deletes && !question.part && changesNothing(impact)) answer(true);
        else change({ impact: question.part ? atLeast(impact) : impact, shown: true });
      } catch (error) {
        if (stop.signal.aborted || !isApiError(error)) return;
        if (!question.deletes && saidBySaving.includes(error.status)) answer(true);
        else change({ error, shown: true });
      }
    };
    const shown = question.deletes !== undefined || question.of === null;
    openImpact.set({ ...question, shown, impact: null, error: null, retry: () => void look(), answer });
    if (!shown) setTimeout(() => !stop.signal.aborted && change({ shown: true }), patienceMs);
    void look();
  });
}

/** The page goes: nobody is left to answer. */
export function dropImpact(): void {
  openImpact.get()?.answer(false);
}

/** The other words may add to it. */
function atLeast(impact: WordImpact): WordImpact {
  const bounded = ({ value }: { value: number }) => ({ value, exact: false });
  const { flagged, cleared, unpublished } = impact;
  return { ...impact, flagged: bounded(flagged), cleared: bounded(cleared), unpublished: bounded(unpublished) };
}

function changesNothing({ flagged, cleared, unpublished, cutShort }: WordImpact): boolean {
  return flagged.value + cleared.value + unpublished.value === 0 && !cutShort;
}
