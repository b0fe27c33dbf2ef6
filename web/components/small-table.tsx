import type { ReactElement, ReactNode } from 'react';
import { Skeleton, SkeletonRegion } from './skeleton.tsx';
import './table.css';

/** A string is a heading, `number` aligns it to the end, and null leaves an actions column without one. */
type SmallColumn = string | { number: string } | null;

type SmallTableProps = {
  /** Omitted when the rows need no headings. */
  columns?: readonly SmallColumn[];
  /** Accessible name, for tables without a visible heading next to them. */
  label?: string | undefined;
  caption?: ReactElement;
  className?: string;
  /** The children are `tbody` elements instead of rows. */
  grouped?: boolean;
  /** Lets the sticky header stick to the parent, which does the scrolling. */
  parentScrolls?: boolean;
  children: ReactNode;
};

/** A table with few rows, for a card, tab or dialog; it scrolls sideways when it is too wide. */
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
