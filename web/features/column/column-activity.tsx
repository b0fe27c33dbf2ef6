import { columnDetailEndpoints } from '@lectern/contract/features/column.ts';
import { useQueryClient } from '@tanstack/react-query';
import { useMemo } from 'react';
import { ActivityTab } from '../../components/detail/activity-tab.tsx';
import { useTexts } from '../../lib/i18n/use-texts.ts';
import { columnWords } from './column-words.ts';
import { useOpenedColumn } from './opened-column.ts';
import { refreshColumns } from './use-columns.ts';

/** What was done to the column, by whom, and the way back. */
export function ColumnActivity() {
  const { column, columns } = useOpenedColumn();
  const texts = useTexts();
  const client = useQueryClient();
  const words = useMemo(() => columnWords(texts, columns), [texts, columns]);
  return (
    <div className="column-pad">
      <ActivityTab
        calls={columnDetailEndpoints}
        id={column.id}
        version={column.version}
        words={words}
        current={column}
        onReverted={() => void refreshColumns(client)}
      />
    </div>
  );
}
