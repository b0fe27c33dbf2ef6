import type { ColumnNode } from '@lectern/contract/features/column.ts';
import { createContext, use } from 'react';

type OpenedColumn = { column: ColumnNode; columns: readonly ColumnNode[] };

/** The column whose parts are shown: parts that load later get no properties. */
export const OpenedColumnContext = createContext<OpenedColumn | null>(null);

export function useOpenedColumn(): OpenedColumn {
  const opened = use(OpenedColumnContext);
  if (!opened) throw new Error('No column is open here');
  return opened;
}
