import type { ResourceDetailView } from '@lectern/contract/features/resource.ts';
import type { SummaryPlace } from '@lectern/contract/features/summary-content.ts';
import type { ViewerLink } from '../../../components/viewers/viewer-link.ts';
import type { SummaryEdit } from './use-summary-edit.ts';

/** The row whose place the viewer was sent to last. */
export type Shown = { key: number; text: string; place: SummaryPlace };

export type PanelProps = {
  resource: ResourceDetailView;
  edit: SummaryEdit;
  link: ViewerLink;
  shown: Shown | null;
  quoteOf: (place: SummaryPlace) => string | undefined;
  onGo: (next: Shown) => void;
};
