import { columnOrderingFeature, columnVisibilityFeature, tableFeatures, useTable } from '@tanstack/react-table';
import { useMemo } from 'react';
import { fitColumns } from './fit-columns.ts';
import type { GridColumn } from './grid-column.ts';

const features = tableFeatures({ columnVisibilityFeature, columnOrderingFeature });
const nothing = () => null;

/** The table's column model: those that have room, in order and with their widths. */
export function useGridColumns<Row extends object>(
  rows: readonly Row[],
  idOf: (row: Row) => string,
  columns: readonly GridColumn<Row>[],
  room: number,
) {
  const fitted = useMemo(() => fitColumns(columns, room), [columns, room]);
  const columnVisibility = useMemo(
    () => Object.fromEntries(fitted.dropped.map((id) => [id, false] as const)),
    [fitted],
  );
  const columnOrder = useMemo(() => columns.map(({ id }) => id), [columns]);
  const definitions = useMemo(() => columns.map(({ id, heading }) => ({ id, header: heading })), [columns]);
  const table = useTable(
    { features, data: rows, columns: definitions, getRowId: idOf, state: { columnOrder, columnVisibility } },
    nothing,
  );
  const leaves = table.getVisibleLeafColumns();
  const shown = useMemo(
    () => leaves.flatMap(({ id }) => columns.find((column) => column.id === id) ?? []),
    [leaves, columns],
  );
  // Rows are drawn straight from the data: a model of each would only be more for the collector to walk through.
  return { shown, dropped: fitted.dropped, widths: fitted.widths };
}
