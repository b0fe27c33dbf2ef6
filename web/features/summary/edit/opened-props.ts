import type { ResourceDetailView } from '@lectern/contract/features/resource.ts';
import type { SummaryView } from '@lectern/contract/features/summary.ts';
import type { SummaryPlace } from '@lectern/contract/features/summary-content.ts';
import type { TextDraftInfo } from '@lectern/contract/features/text-draft.ts';
import type { ViewerLink } from '../../../components/viewers/viewer-link.ts';
import type { SummaryEdit } from './use-summary-edit.ts';

/** A summary with its resource, draft and related state. */
export type OpenedProps = {
  view: SummaryView;
  resource: ResourceDetailView;
  draft: TextDraftInfo | null;
  refresh: () => Promise<unknown>;
  refreshDraft: () => Promise<unknown>;
};

/** The row whose source the viewer shows. */
export type Shown = { key: number; text: string; place: SummaryPlace };

export type PanelProps = {
  resource: ResourceDetailView;
  edit: SummaryEdit;
  link: ViewerLink;
  shown: Shown | null;
  quoteOf: (place: SummaryPlace) => string | undefined;
  onGo: (next: Shown) => void;
};
