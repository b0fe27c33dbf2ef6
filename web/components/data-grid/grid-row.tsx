import { memo, type ReactNode } from 'react';
import { AppLink } from '../app-link.tsx';
import type { GridColumn } from './grid-column.ts';

/** What all rows share; it keeps its identity while the grid only scrolls. */
export type RowSetting<Row> = {
  columns: readonly GridColumn<Row>[];
  labelOf(row: Row): string;
  hrefOf?: ((row: Row) => string) | undefined;
  choose?: ((row: Row, index: number, range: boolean) => void) | undefined;
  openMenu?: ((row: Row, anchor: HTMLElement) => void) | undefined;
  words: { select: (name: string) => string; actions: (name: string) => string };
};

type Props<Row> = { row: Row; index: number; place: number; chosen: boolean; setting: RowSetting<Row> };

function GridRowView<Row>({ row, index, place, chosen, setting }: Props<Row>) {
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

/** A plain function, like all that is called for every cell: a component of its own would cost as much as the cell. */
function mainCell<Row>(setting: RowSetting<Row>, row: Row, content: ReactNode): ReactNode {
  if (!setting.hrefOf) return content;
  return (
    <AppLink className="grid-link" to={setting.hrefOf(row)} data-row-focus>
      {content}
    </AppLink>
  );
}

export const GridRow = memo(GridRowView) as typeof GridRowView;
