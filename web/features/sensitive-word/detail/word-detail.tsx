import { listSensitiveWords, type SensitiveWordRow, wordLimits } from '@lectern/contract/features/sensitive-word.ts';
import { sensitiveWordDetailEndpoints } from '@lectern/contract/features/sensitive-word-detail.ts';
import { useQueryClient } from '@tanstack/react-query';
import { useLocation } from '@tanstack/react-router';
import { useState } from 'react';
import { ActionMenu } from '../../../components/detail/action-menu.tsx';
import { ActivityTab } from '../../../components/detail/activity-tab.tsx';
import { type Neighbours, useNeighbours } from '../../../components/detail/detail-sheet.tsx';
import { FormSheet, useOpenedId, WaitingSheet } from '../../../components/detail/form-sheet.tsx';
import { TitleField } from '../../../components/detail/title-field.tsx';
import { severityMark } from '../../../components/sensitive/marked-text.tsx';
import { Tabs } from '../../../components/tabs.tsx';
import { isOffered, type RowTarget } from '../../../lib/actions.ts';
import { useCurrentUser } from '../../../lib/current-user.tsx';
import { fillText, useTexts } from '../../../lib/i18n/use-texts.ts';
import { navigate } from '../../../lib/navigation.ts';
import { isAnswerOf } from '../../../lib/queries.ts';
import { sides } from '../panels.ts';
import { TrialPane } from '../trial/trial-pane.tsx';
import { wordActions } from '../word-actions.ts';
import { wordListView } from '../word-list.ts';
import { wordState } from '../word-state.tsx';
import { wordOf } from '../word-values.ts';
import {
  currentFields,
  useStoredWord,
  useWordSheet,
  useWordWords,
  WordDetailFields,
  type WordSheetState,
} from './word-detail-fields.tsx';
import './word-detail.css';

/** The word named in the address, in a sheet over the list. */
export function WordDetail() {
  const id = useOpenedId();
  return id ? <OpenedWord id={id} /> : null;
}

function OpenedWord({ id }: { id: string }) {
  const { sensitiveWord } = useTexts();
  const neighbours = useNeighbours(wordListView, id);
  const { word, refresh } = useStoredWord(id, neighbours.row);
  if (word.data) return <WordSheet word={word.data} neighbours={neighbours} refresh={refresh} />;
  return <WaitingSheet neighbours={neighbours} query={word} notFound={sensitiveWord.detail.notFound} />;
}

type SheetProps = { word: SensitiveWordRow; neighbours: Neighbours<SensitiveWordRow>; refresh: () => Promise<void> };

function WordSheet({ word, neighbours, refresh }: SheetProps) {
  const client = useQueryClient();
  const state = useWordSheet(word, refresh);
  const onReverted = () => {
    void refresh();
    void client.invalidateQueries({ predicate: isAnswerOf([listSensitiveWords]) });
  };
  return (
    <FormSheet
      label={word.text}
      neighbours={neighbours}
      header={<WordDetailHeader word={word} state={state} close={neighbours.list} />}
      edit={state}
      onSave={() => void state.save()}
    >
      <WordDetailFields word={word} state={state} />
      <WordDetailTabs word={word} state={state} onReverted={onReverted} />
    </FormSheet>
  );
}

type Props = { word: SensitiveWordRow; state: WordSheetState; onReverted: () => void };

/** Trial of the word as edited, and its activity. */
function WordDetailTabs({ word, state, onReverted }: Props) {
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

/** Actions that the sheet offers itself, so its menu leaves them out. */
const here = ['sensitiveWord.edit', 'sensitiveWord.history'];

type WordDetailHeaderProps = { word: SensitiveWordRow; state: WordSheetState; close: string };

/** The word, its severity and state, and its actions. */
function WordDetailHeader({ word, state: { form, editable, save }, close }: WordDetailHeaderProps) {
  const texts = useTexts();
  const { sensitiveWord } = texts;
  const me = useCurrentUser();
  const target: RowTarget<SensitiveWordRow> = {
    selection: { ids: [word.id] },
    count: 1,
    row: word,
    done: () => undefined,
  };
  const offered = wordActions.filter((action) => !here.includes(action.id) && isOffered(action, target, me));
  const run = (action: (typeof offered)[number]) => {
    // Close the sheet, because the word no longer exists.
    const done = () => action.id === 'sensitiveWord.delete' && navigate(close);
    void action.run({ ...target, done }, { navigate, user: me });
  };
  return (
    <>
      <TitleField
        label={sensitiveWord.form.text}
        value={form.values.text}
        error={form.problems.text}
        changed={form.changed.includes('text')}
        maxLength={wordLimits.characters}
        onChange={editable ? (value) => form.set('text', value) : undefined}
        onEnter={() => void save()}
      />
      {severityMark(word.severity, texts)}
      {wordState(word, texts)}
      <ActionMenu label={fillText(sensitiveWord.detail.more, { text: word.text })} actions={offered} onRun={run} />
    </>
  );
}
