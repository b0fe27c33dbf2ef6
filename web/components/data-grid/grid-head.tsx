import { useEffect, useRef } from 'react';
import { useTexts } from '../../lib/i18n/use-texts.ts';
import type { GridColumn } from './grid-column.ts';

export type PageChoice = 'none' | 'some' | 'all';
type Props<Row> = {
  columns: readonly GridColumn<Row>[];
  sort?: string | undefined;
  onSort?: ((sort: string) => void) | undefined;
  choice?: { state: PageChoice; toggle: () => void } | undefined;
  menus: boolean;
};

export function GridHead<Row>({ columns, sort, onSort, choice, menus }: Props<Row>) {
  const { list } = useTexts();
  return (
    <thead>
      <tr>
        {choice && (
          <th scope="col" className="grid-choice">
            <PageCheckbox {...choice} label={list.selectPage} />
          </th>
        )}
        {columns.map((column) => (
          <HeadCell key={column.id} column={column} sort={sort} onSort={onSort} />
        ))}
        {menus && (
          <th scope="col" className="grid-menu">
            <span className="visually-hidden">{list.rowActions}</span>
          </th>
        )}
      </tr>
    </thead>
  );
}

type HeadCellProps<Row> = { column: GridColumn<Row>; sort: string | undefined; onSort: Props<Row>['onSort'] };

function HeadCell<Row>({ column, sort, onSort }: HeadCellProps<Row>) {
  const className = column.align === 'end' ? 'grid-end' : undefined;
  if (!column.sort || !onSort) {
    return (
      <th scope="col" className={className}>
        {column.heading}
      </th>
    );
  }
  const ascending = sort === column.sort;
  const descending = sort === `-${column.sort}`;
  const next = ascending || (column.greatestFirst && !descending) ? `-${column.sort}` : column.sort;
  return (
    <th scope="col" className={className} aria-sort={ascending ? 'ascending' : descending ? 'descending' : undefined}>
      <button type="button" className="grid-sort" onClick={() => onSort(next)}>
        {column.heading}
        <span aria-hidden="true">{ascending ? '↑' : descending ? '↓' : ''}</span>
      </button>
    </th>
  );
}

function PageCheckbox({ state, toggle, label }: { state: PageChoice; toggle: () => void; label: string }) {
  const box = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (box.current) box.current.indeterminate = state === 'some';
  }, [state]);
  return (
    <input
      ref={box}
      type="checkbox"
      className="grid-checkbox"
      aria-label={label}
      checked={state === 'all'}
      onChange={toggle}
    />
  );
}
