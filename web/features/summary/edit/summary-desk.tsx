import { useLocation } from '@tanstack/react-router';
import { useState } from 'react';
import { targetOf, wordsAt } from '../../../components/summary/place-words.ts';
import { useEvidence } from '../../../components/summary/use-evidence.ts';
import { UnsavedGuard } from '../../../components/unsaved-guard.tsx';
import { placeInAddress } from '../../../components/viewers/place-in-address.ts';
import { createViewerLink } from '../../../components/viewers/viewer-link.ts';
import { useWalkKeys } from '../../../components/walk/use-walk-keys.ts';
import { useStore } from '../../../lib/use-store.ts';
import type { OpenedProps } from './opened-props.ts';
import type { Shown } from './panel-props.ts';
import { SourcePane } from './source-pane.tsx';
import { SummaryHeader } from './summary-header.tsx';
import { SummaryNotices } from './summary-notices.tsx';
import { SummaryPanel } from './summary-panel.tsx';
import { useSummaryEdit } from './use-summary-edit.ts';
import { useSummaryKeys } from './use-summary-keys.ts';
import { useSummaryMoves } from './use-summary-moves.ts';
import { useSummaryWalk } from './use-summary-walk.ts';

/** A summary and all that keeps it: what is above it, what it was made of, and the summary itself. */
export function SummaryDesk(props: OpenedProps) {
  const { view, resource } = props;
  const { searchStr } = useLocation();
  const [link] = useState(() => createViewerLink(placeInAddress(searchStr)));
  const walk = useSummaryWalk(view.id);
  const edit = useSummaryEdit(props);
  const moves = useSummaryMoves(edit);
  const keeping = useStore(edit.keeper.status);
  const { value } = useStore(edit.work.state);
  const quoteOf = useEvidence(view.id, view.current?.content);
  const [shown, setShown] = useState<Shown | null>(null);
  useWalkKeys(walk);
  useSummaryKeys(edit);
  const go = (next: Shown) => {
    setShown(next);
    link.goTo(targetOf(next.place, wordsAt(quoteOf(next.place), next.text)));
  };
  return (
    <div className="text-work summary-edit">
      <SummaryHeader resource={resource} edit={edit} moves={moves} walk={walk} />
      <SummaryNotices edit={edit} moves={moves} />
      <div className="summary-body">
        <SourcePane resource={resource} link={link} value={value} />
        <SummaryPanel resource={resource} edit={edit} link={link} shown={shown} quoteOf={quoteOf} onGo={go} />
      </div>
      {/* What is in the draft is not lost by leaving. */}
      <UnsavedGuard unsaved={edit.unsaved && keeping.state !== 'kept'} />
    </div>
  );
}
