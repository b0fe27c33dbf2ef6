import { summaryLimits } from '@lectern/contract/features/summary-content.ts';
import { useStore } from '../../../lib/use-store.ts';
import { addRow, changeRow } from '../model/edit-rows.ts';
import { newKey } from '../model/edited-summary.ts';
import type { PanelProps } from './panel-props.ts';
import { RowList } from './row-list.tsx';

/** What one may ask after having read it; a language model makes them, and so may people. */
export function QuestionRows({ edit }: Pick<PanelProps, 'edit'>) {
  const { questions } = useStore(edit.work.state).value;
  return (
    <RowList
      part="questions"
      edit={edit}
      rows={questions}
      most={summaryLimits.questions}
      maxLength={summaryLimits.questionLength}
      onAdd={(after) => {
        const key = newKey();
        edit.work.perform(addRow('questions', { key, text: '' }, after));
        return key;
      }}
      onText={(row, text) => edit.work.perform(changeRow('questions', row.key, { text }), `questions ${row.key}`)}
    >
      {(_, at) => ({ lead: <span className="summary-row-number">{at + 1}</span> })}
    </RowList>
  );
}
