import { type RefObject, useLayoutEffect } from 'react';
import { GridRow, type RowSetting } from './grid-row.tsx';
import { useRowWindow } from './use-row-window.ts';

type Props<Row> = {
  rows: readonly Row[];
  idOf: (row: Row) => string;
  setting: RowSetting<Row>;
  isChosen: ((id: string) => boolean) | undefined;
  rowHeight: number;
  offset: number;
  span: number;
  scroller: RefObject<HTMLElement | null>;
  /** Set to the way of bringing a row into sight. */
  reveal: RefObject<(index: number) => void>;
};

/** The rows in sight. Scrolling renders this alone: the table model above it stays as it is. */
export function GridBody<Row>(props: Props<Row>) {
  const { rows, idOf, setting, isChosen, rowHeight, offset, span, scroller, reveal } = props;
  const visible = useRowWindow(rows.length, rowHeight, scroller);
  useLayoutEffect(() => {
    reveal.current = visible.reveal;
  });
  return (
    <tbody>
      <Spacer height={visible.above} span={span} />
      {rows.slice(visible.first, visible.end).map((row, at) => {
        const id = idOf(row);
        return (
          <GridRow
            key={id}
            row={row}
            index={visible.first + at}
            place={offset + visible.first + at + 2}
            chosen={isChosen?.(id) ?? false}
            setting={setting}
          />
        );
      })}
      <Spacer height={visible.below} span={span} />
    </tbody>
  );
}

/** Stands for the rows that are out of sight. */
function Spacer({ height, span }: { height: number; span: number }) {
  if (height <= 0) return null;
  return (
    <tr className="grid-spacer">
      <td colSpan={span} style={{ height }} />
    </tr>
  );
}
