import type { RequestOf } from '@lectern/contract/endpoint.ts';
import { previewImpact, type WordImpact } from '@lectern/contract/features/sensitive-word-trial.ts';
import { call } from '../../../lib/api-client.ts';
import { type ApiError, isApiError } from '../../../lib/api-error.ts';
import { createStore } from '../../../lib/store.ts';

/** The change to preview. */
export type ImpactOf = NonNullable<RequestOf<typeof previewImpact>['body']>;

export type ImpactQuestion = {
  /** Null when there is nothing to preview. */
  of: ImpactOf | null;
  /** Set when only some of the changed words are previewed because there are too many. */
  part?: { looked: number; count: number };
  /** The words to delete, as display text; undefined when the change deletes nothing. */
  deletes?: { what: string };
  /** Label of the confirm button; defaults to saving or deleting. */
  label?: string;
};

type Asked = ImpactQuestion & {
  /** The dialog opens only after a short delay, so a quick result without effect never shows it. */
  shown: boolean;
  impact: WordImpact | null;
  error: ApiError | null;
  retry(): void;
  answer(goOn: boolean): void;
};

/** The pending question, shown in a dialog. */
export const openImpact = createStore<Asked | null>(null);

const patienceMs = 300;
/** HTTP statuses for an invalid word or an outdated version; the save that follows reports these itself. */
const saidBySaving = [400, 404, 409, 422];

/**
 * Previews the effect of a change and resolves to whether to go on: immediately when it has no effect, otherwise once
 * the user has confirmed. Deletions always ask.
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

/** Answers "no" when the page unmounts. */
export function dropImpact(): void {
  openImpact.get()?.answer(false);
}

/** Marks the counts as lower bounds, because words outside the preview may add to them. */
function atLeast(impact: WordImpact): WordImpact {
  const bounded = ({ value }: { value: number }) => ({ value, exact: false });
  const { flagged, cleared, unpublished } = impact;
  return { ...impact, flagged: bounded(flagged), cleared: bounded(cleared), unpublished: bounded(unpublished) };
}

function changesNothing({ flagged, cleared, unpublished, cutShort }: WordImpact): boolean {
  return flagged.value + cleared.value + unpublished.value === 0 && !cutShort;
}
