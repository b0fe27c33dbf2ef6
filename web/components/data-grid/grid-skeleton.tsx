import { useMemo, useRef } from 'react';
import { Skeleton, SkeletonRegion } from '../skeleton.tsx';
import type { GridColumn } from './grid-column.ts';
import { choiceWidth, fitColumns, menuWidth, useWidth } from './grid-column.ts';
import './data-grid.css';

const barWidths = ['62%', '48%', '70%', '54%', '66%', '44%', '58%', '50%'];
const rowNumbers = Array.from({ length: 24 }, (_, row) => row);

type Props = { columns: readonly GridColumn<never>[]; choosable?: boolean };

/** The loading state of the grid: the columns that will fit, in place, with bars instead of text. */
export function GridSkeleton({ columns, choosable = true }: Props) {
  const scroller = useRef<HTMLDivElement>(null);
  const width = useWidth(scroller);
  const room = width > 0 ? width - (choosable ? choiceWidth : 0) - menuWidth : Number.MAX_SAFE_INTEGER;
  const { dropped, widths } = useMemo(() => fitColumns(columns, room), [columns, room]);
  const shown = columns.filter(({ id }) => !dropped.includes(id));
  return (
    <div className="grid-scroll" ref={scroller}>
      <SkeletonRegion>
        <table className="grid" aria-hidden="true">
          <colgroup>
            {choosable && <col style={{ width: choiceWidth }} />}
            {shown.map(({ id }) => (
              <col key={id} style={width > 0 ? { width: widths[id] } : undefined} />
            ))}
            <col style={{ width: menuWidth }} />
          </colgroup>
          <thead>
            <tr>
              {choosable && <th />}
              {shown.map(({ id, heading, align }) => (
                <th key={id} className={align === 'end' ? 'grid-end' : undefined}>
                  {heading}
                </th>
              ))}
              <th />
            </tr>
          </thead>
          <tbody>
            {rowNumbers.map((row) => (
              <tr key={row}>
                {choosable && (
                  <td className="grid-choice">
                    <Skeleton width={15} height={15} />
                  </td>
                )}
                {shown.map(({ id, align }, column) => (
                  <td key={id} className={align === 'end' ? 'grid-end' : undefined}>
                    <Skeleton width={barWidths[(row * 3 + column) % barWidths.length]} />
                  </td>
                ))}
                <td />
              </tr>
            ))}
          </tbody>
        </table>
      </SkeletonRegion>
    </div>
  );
}
