import type { ReactNode } from 'react';
import { Card } from '../card.tsx';
import { EmptyState } from '../empty-state.tsx';
import type { IconName } from '../icon.tsx';
import { Skeleton, SkeletonRegion } from '../skeleton.tsx';
import { SmallTable } from '../small-table.tsx';

type Props = {
  title: string;
  text?: string;
  aside?: ReactNode;
  className?: string;
  columns: readonly string[];
  /** Undefined while loading. The first cell names the row; the others are figures. */
  rows: readonly { id: string; cells: readonly ReactNode[] }[] | undefined;
  /** Title of the empty state. */
  none: string;
  hint?: string;
  icon?: IconName;
};

export function StatTable({ title, text, aside, className, columns, rows, none, hint, icon = 'rows' }: Props) {
  return (
    <Card title={title} {...(text && { text })} aside={aside} className={`stat-table ${className ?? ''}`}>
      {!rows && (
        <SkeletonRegion className="card-body">
          <Skeleton height={180} />
        </SkeletonRegion>
      )}
      {rows?.length === 0 && (
        <EmptyState icon={icon} title={none}>
          {hint}
        </EmptyState>
      )}
      {rows && rows.length > 0 && (
        <SmallTable label={title} columns={columns.map((column, index) => (index > 0 ? { number: column } : column))}>
          {rows.map(({ id, cells }) => (
            <tr key={id}>
              {cells.map((cell, index) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: cells are identified by column
                <td key={index} className={index > 0 ? 'table-end' : undefined}>
                  {cell}
                </td>
              ))}
            </tr>
          ))}
        </SmallTable>
      )}
    </Card>
  );
}
