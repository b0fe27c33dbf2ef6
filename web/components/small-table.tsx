import type { ReactElement, ReactNode } from 'react';
import { Skeleton, SkeletonRegion } from './skeleton.tsx';
import './table.css';

/** A heading. Numbers are aligned to the end; a column of actions has no heading. */
type SmallColumn = string | { number: string } | null;

type SmallTableProps = {
  /** Left out where the rows explain themselves. */
  columns?: readonly SmallColumn[];
  /** For screen readers, where no heading beside the table names it. */
  label?: string | undefined;
  caption?: ReactElement;
  className?: string;
  /** The children are `tbody` elements instead of rows. */
  grouped?: boolean;
  /** For a heading that sticks to the parent while it scrolls. */
  parentScrolls?: boolean;
  children: ReactNode;
};

/** A table of a few rows in a card, tab or dialog. It scrolls sideways where it is too wide. */
export function SmallTable({ columns, label, caption, className, grouped, parentScrolls, children }: SmallTableProps) {
  const table = (
    <table className={className ? `table ${className}` : 'table'} aria-label={label}>
      {caption}
      {columns && (
        <thead>
          <tr>{columns.map(heading)}</tr>
        </thead>
      )}
      {grouped ? children : <tbody>{children}</tbody>}
    </table>
  );
  return parentScrolls ? table : <div className="table-scroll">{table}</div>;
}

function heading(column: SmallColumn, index: number): ReactElement {
  if (column === null) return <td key={index} />;
  const isNumber = typeof column !== 'string';
  return (
    <th key={index} scope="col" className={isNumber ? 'table-end' : undefined}>
      {isNumber ? column.number : column}
    </th>
  );
}

/** Stands for the rows while they load. */
export function SmallTableSkeleton() {
  return (
    <SkeletonRegion className="table-skeleton">
      <div>
        <Skeleton width="20%" />
        <Skeleton width="40%" />
      </div>
    </SkeletonRegion>
  );
}
