import { getSummary, listSummaries, type SummaryView } from '@lectern/contract/features/summary.ts';
import {
  adoptSummary,
  approveSummary,
  declineSummary,
  listSummaryVersions,
  publishSummary,
  regenerateSummary,
  rejectSummary,
  reopenSummary,
  unpublishSummary,
} from '@lectern/contract/features/summary-change.ts';
import type { SummaryOptions } from '@lectern/contract/features/summary-options.ts';
import { useQueryClient } from '@tanstack/react-query';
import { call } from '../../../lib/api-client.ts';
import { fillText, useTexts } from '../../../lib/i18n/use-texts.ts';
import { notify } from '../../../lib/notifications.ts';
import { isAnswerOf } from '../../../lib/queries.ts';
import type { Why } from '../decision-dialogs.tsx';
import type { SummaryEdit } from './use-summary-edit.ts';

type Told = 'approved' | 'published' | 'unpublished' | 'rejected' | 'reopened';

/** Decisions about a summary; each names the result on screen, so that a newer one isn't decided by mistake. */
export function useSummaryMoves({ view, unsaved, attempt, store, take }: SummaryEdit) {
  const { summary } = useTexts();
  const client = useQueryClient();
  const { id } = view;
  const params = { id };
  const quiet = { quiet: true };
  const meant = ({ summaryId, version }: SummaryView) => ({ summaryId: summaryId ?? '', version });
  const carryOut = async (told: Told, action: () => Promise<SummaryView>): Promise<boolean> => {
    const next = await attempt(action);
    if (!next) return false;
    take(next);
    notify({ level: 'success', title: fillText(summary[told], { title: view.resource.title }) });
    return true;
  };
  return {
    /** Saves unsaved edits first. */
    approve: (accepted = {}) =>
      carryOut('approved', async () => {
        const now = unsaved ? await store() : view;
        return call(approveSummary, { params, body: { ...meant(now), ...accepted } }, quiet);
      }),
    publish: (accepted = {}) =>
      carryOut('published', () => call(publishSummary, { params, body: { ...meant(view), ...accepted } }, quiet)),
    unpublish: () =>
      carryOut('unpublished', () => call(unpublishSummary, { params, body: { version: view.version } }, quiet)),
    reject: (why: Why) =>
      carryOut('rejected', () => call(rejectSummary, { params, body: { ...meant(view), ...why } }, quiet)),
    reopen: () => carryOut('reopened', () => call(reopenSummary, { params, body: meant(view) }, quiet)),
    regenerate: async (options: SummaryOptions): Promise<boolean> => {
      const next = await attempt(() => call(regenerateSummary, { params, body: { options } }, quiet));
      if (!next) return false;
      take(next);
      notify({ level: 'info', title: summary.regenerate.begun });
      return true;
    },
    /** Keeps the summary on screen and stops offering this result. */
    decline: async (summaryId: string): Promise<void> => {
      const body = { summaryId, version: view.version };
      const next = await attempt(() => call(declineSummary, { params, body }, quiet));
      if (next) take(next);
    },
    /** Makes another result the current one. */
    adopt: async (summaryId: string, number: number): Promise<SummaryView | undefined> => {
      const body = { summaryId, version: view.version };
      const next = await attempt(() => call(adoptSummary, { params, body }, quiet));
      if (!next) return undefined;
      take(next);
      void client.invalidateQueries({ predicate: isAnswerOf([getSummary, listSummaries, listSummaryVersions]) });
      notify({ level: 'success', title: fillText(summary.adopted, { number }) });
      return next;
    },
  };
}
export type SummaryMoves = ReturnType<typeof useSummaryMoves>;
