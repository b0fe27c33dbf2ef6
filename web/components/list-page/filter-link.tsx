import type { FilterValue } from '@lectern/contract/list/filter.ts';
import type { ReactNode } from 'react';
import { fillText } from '../../lib/i18n/use-texts.ts';
import type { CellContext } from './list-definition.ts';

type Props = { name: string; value: FilterValue; context: CellContext; children: string };

/** A value in a cell: clicking it shows only rows that share it. By keyboard the filter menu does the same, in fewer steps. */
export function FilterLink({ name, value, context, children }: Props): ReactNode {
  const label = fillText(context.texts.list.filterBy, { value: children });
  return (
    <button
      type="button"
      tabIndex={-1}
      className="grid-filter"
      title={label}
      onClick={() => context.filterBy(name, value)}
    >
      {children}
    </button>
  );
}
