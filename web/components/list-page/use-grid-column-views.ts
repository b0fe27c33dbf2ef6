import type { FilterValue } from '@lectern/contract/list/filter.ts';
import { useMemo } from 'react';
import { useFormat } from '../../lib/format.ts';
import { useTexts } from '../../lib/i18n/use-texts.ts';
import type { GridColumn } from '../data-grid/grid-column.ts';
import type { ListDefinition } from './list-definition.ts';

/** The columns as the grid takes them; the same objects until order or language change, so that rows are not redrawn. */
export function useGridColumnViews<Row extends { id: string }>(
  definition: ListDefinition<Row>,
  order: readonly string[],
  filterBy: (name: string, value: FilterValue) => void,
  shown: string,
): GridColumn<Row>[] {
  const texts = useTexts();
  const format = useFormat();
  const wanted = order.join();
  return useMemo(() => {
    const headings = definition.texts(texts).columns;
    return wanted.split(',').flatMap((id) => {
      const view = definition.columns[id];
      const declared = definition.list.columns[id];
      if (!view || !declared) return [];
      const { cell, ...look } = view;
      return {
        ...look,
        id,
        heading: headings[id] ?? id,
        main: id === definition.mainColumn,
        align: declared.align,
        sort: declared.sort,
        cell: (row: Row) => cell(row, { texts, format, filterBy, view: shown }),
      };
    });
  }, [definition, wanted, texts, format, filterBy, shown]);
}
