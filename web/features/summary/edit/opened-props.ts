import type { ResourceDetailView } from '@lectern/contract/features/resource.ts';
import type { SummaryView } from '@lectern/contract/features/summary.ts';
import type { TextDraftInfo } from '@lectern/contract/features/text-draft.ts';

/** A summary with what is known around it. */
export type OpenedProps = {
  view: SummaryView;
  resource: ResourceDetailView;
  draft: TextDraftInfo | null;
  refresh: () => Promise<unknown>;
  refreshDraft: () => Promise<unknown>;
};
