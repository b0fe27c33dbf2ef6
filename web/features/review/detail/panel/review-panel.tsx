import { type Hit, type ReviewView, reviewDetailEndpoints } from '@lectern/contract/features/review.ts';
import type { HitDecision } from '@lectern/contract/features/review-decision.ts';
import { useState } from 'react';
import { ActivityTab } from '../../../../components/detail/activity-tab.tsx';
import { Tabs } from '../../../../components/tabs.tsx';
import { useTexts } from '../../../../lib/i18n/use-texts.ts';
import type { Decide } from '../use-decide.ts';
import { activityWords } from './activity-words.ts';
import { DecisionTab } from './decision-tab.tsx';
import { EarlierTab } from './earlier-tab.tsx';
import '../../../../components/detail/detail.css';
import './panel.css';

type Props = {
  review: ReviewView;
  hit: Hit | undefined;
  decide: Decide;
  note: string;
  onNote: (note: string) => void;
  onDecide: (decision: HitDecision) => void;
  next: string | null;
  refresh: () => void;
};
const tabs = ['decision', 'earlier', 'activity'] as const;

/** The decision, what was decided before, and everything that was done. */
export function ReviewPanel({ review, hit, refresh, ...decision }: Props) {
  const texts = useTexts();
  const { panel } = texts.review;
  const [tab, setTab] = useState<(typeof tabs)[number]>('decision');
  return (
    <section className="review-panel" aria-label={panel.label}>
      <Tabs label={panel.label} tabs={tabs.map((id) => ({ id, label: panel.tabs[id] }))} active={tab} onChange={setTab}>
        {tab === 'decision' && <DecisionTab review={review} hit={hit} {...decision} />}
        {tab === 'earlier' && <EarlierTab review={review} hit={hit} onUndone={refresh} />}
        {tab === 'activity' && (
          <ActivityTab
            calls={reviewDetailEndpoints}
            id={review.id}
            version={review.version}
            words={activityWords(texts)}
            current={{}}
            onReverted={refresh}
          />
        )}
      </Tabs>
    </section>
  );
}
