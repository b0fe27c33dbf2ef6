import { memo, type ReactNode, type RefObject, useLayoutEffect } from 'react';
import { AppLink } from '../app-link.tsx';
import type { GridColumn } from './grid-column.ts';
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
  /** Receives the function that scrolls a row into view. */
  reveal: RefObject<(index: number) => void>;
};

/** The visible rows. Scrolling re-renders only this, not the table model above. */
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

/** Takes the space of rows that are not rendered. */
function Spacer({ height, span }: { height: number; span: number }) {
  if (height <= 0) return null;
  return (
    <tr className="grid-spacer">
      <td colSpan={span} style={{ height }} />
    </tr>
  );
}

/** Settings shared by all rows; keeps its identity while scrolling. */
export type RowSetting<Row> = {
  columns: readonly GridColumn<Row>[];
  labelOf(row: Row): string;
  hrefOf?: ((row: Row) => string) | undefined;
  choose?: ((row: Row, index: number, range: boolean) => void) | undefined;
  openMenu?: ((row: Row, anchor: HTMLElement) => void) | undefined;
  words: { select: (name: string) => string; actions: (name: string) => string };
};

type GridRowProps<Row> = { row: Row; index: number; place: number; chosen: boolean; setting: RowSetting<Row> };

function GridRowView<Row>({ row, index, place, chosen, setting }: GridRowProps<Row>) {
  const { columns, labelOf, choose, openMenu, words } = setting;
  const name = labelOf(row);
  return (
    <tr className={chosen ? 'grid-row grid-chosen' : 'grid-row'} data-index={index} aria-rowindex={place}>
      {choose && (
        <td className="grid-choice">
          <input
            type="checkbox"
            className="grid-checkbox"
            aria-label={words.select(name)}
            data-row-focus={setting.hrefOf ? undefined : ''}
            checked={chosen}
            onChange={(event) => choose(row, index, (event.nativeEvent as MouseEvent).shiftKey === true)}
          />
        </td>
      )}
      {columns.map((column) => {
        const content = column.cell(row);
        return (
          <td
            key={column.id}
            className={column.align === 'end' ? 'grid-end' : undefined}
            title={typeof content === 'string' ? content : undefined}
          >
            {column.main ? mainCell(setting, row, content) : content}
          </td>
        );
      })}
      {openMenu && (
        <td className="grid-menu">
          <button
            type="button"
            className="icon-button"
            aria-haspopup="menu"
            aria-label={words.actions(name)}
            onClick={(event) => openMenu(row, event.currentTarget)}
          />
        </td>
      )}
    </tr>
  );
}

/** A plain function, like everything called per cell: a component would cost as much as the cell itself. */
function mainCell<Row>(setting: RowSetting<Row>, row: Row, content: ReactNode): ReactNode {
  if (!setting.hrefOf) return content;
  return (
    <AppLink className="grid-link" to={setting.hrefOf(row)} data-row-focus>
      {content}
    </AppLink>
  );
}

const GridRow = memo(GridRowView) as typeof GridRowView;
