import type { ColumnNode } from '@lectern/contract/features/column.ts';
import { Button } from '../../../components/button.tsx';
import { EmptyState } from '../../../components/empty-state.tsx';
import { useTexts } from '../../../lib/i18n/use-texts.ts';
import { askColumn } from '../column-dialog.ts';

type Props = { column: ColumnNode; mayManage: boolean; onSettings: () => void };

export function ColumnItemsEmpty({ column, mayManage, onSettings }: Props) {
  const words = useTexts().column.content;
  if (column.mode === 'rule')
    return (
      <EmptyState
        icon="filter"
        title={words.emptyRule}
        action={mayManage && <Button onClick={onSettings}>{words.openRule}</Button>}
      >
        {words.emptyRuleText}
      </EmptyState>
    );
  return (
    <EmptyState
      icon="list"
      title={words.emptyTitle}
      action={
        mayManage && (
          <Button icon="plus" onClick={() => askColumn({ kind: 'addItems', column })}>
            {words.add}
          </Button>
        )
      }
    >
      {mayManage ? words.emptyText : words.emptyReadOnly}
    </EmptyState>
  );
}
