import type { SensitiveWordRow } from '@lectern/contract/features/sensitive-word.ts';
import { sensitiveWordDetailEndpoints } from '@lectern/contract/features/sensitive-word-detail.ts';
import { useLocation } from '@tanstack/react-router';
import { useState } from 'react';
import { ActivityTab } from '../../../components/detail/activity-tab.tsx';
import { Tabs } from '../../../components/tabs.tsx';
import { useTexts } from '../../../lib/i18n/use-texts.ts';
import { sides } from '../panels.ts';
import { TrialPane } from '../trial/trial-pane.tsx';
import { wordOf } from '../word-values.ts';
import type { WordSheetState } from './use-word-sheet.ts';
import { currentFields, useWordWords } from './word-words.ts';

type Props = { word: SensitiveWordRow; state: WordSheetState; onReverted: () => void };

/** The word tried out as it is edited, and what was done to it. */
export function WordDetailTabs({ word, state, onReverted }: Props) {
  const { detail } = useTexts().sensitiveWord;
  const words = useWordWords();
  const asked = new URLSearchParams(useLocation().searchStr).get('show');
  const [chosen, choose] = useState(() => sides.find((side) => side === asked) ?? sides[0]);
  return (
    <div className="detail-side">
      <Tabs
        label={detail.tabsLabel}
        tabs={sides.map((id) => ({ id, label: detail.tabs[id] }))}
        active={chosen}
        onChange={choose}
      >
        {chosen === 'trial' ? (
          <TrialPane word={wordOf(state.form.values)} />
        ) : (
          <ActivityTab
            calls={sensitiveWordDetailEndpoints}
            id={word.id}
            version={word.version}
            words={words}
            current={currentFields(word)}
            onReverted={onReverted}
          />
        )}
      </Tabs>
    </div>
  );
}
