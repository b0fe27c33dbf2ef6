import { useState } from 'react';
import { usePageTitle } from '../../../lib/document-title.ts';
import { EmptySummary } from './empty-summary.tsx';
import type { OpenedProps } from './opened-props.ts';
import { SummaryDesk } from './summary-desk.tsx';

/** A summary from the one that was current when it was opened; where there is none yet, one begins it. */
export function OpenedSummary(props: OpenedProps) {
  const { view, draft } = props;
  usePageTitle(view.resource.title);
  const [writes, setWrites] = useState(draft !== null);
  if (view.current === null && !writes) return <EmptySummary {...props} onWrite={() => setWrites(true)} />;
  // The first result that comes while one looks at nothing is shown at once.
  return <SummaryDesk key={writes ? 'written' : 'made'} {...props} />;
}
