import { fillText, useTexts } from '../../lib/i18n/use-texts.ts';
import { Button } from '../button.tsx';
import { IconButton } from '../icon-button.tsx';
import { Popover } from '../popover.tsx';
import type { ListColumns } from './use-list-columns.ts';

/** Which columns are shown, and in which order; kept per person. */
export function ColumnChooser({ columns, dropped }: { columns: ListColumns; dropped: readonly string[] }) {
  const { list } = useTexts();
  return (
    <Popover
      label={list.columnsTitle}
      align="end"
      trigger={(props) => (
        <Button look="quiet" size="small" icon="columns" title={list.columns} {...props}>
          {list.columns}
        </Button>
      )}
    >
      {(close) => (
        <div className="column-chooser">
          <strong>{list.columnsTitle}</strong>
          <ul>
            {columns.all.map((column) => (
              <li key={column.id}>
                <label>
                  <input
                    type="checkbox"
                    className="grid-checkbox"
                    checked={column.shown}
                    disabled={column.always}
                    onChange={() => columns.toggle(column.id)}
                  />
                  {column.heading}
                  {dropped.includes(column.id) && <small>{list.noRoom}</small>}
                </label>
                {column.shown && (
                  <>
                    <IconButton
                      icon="arrowUp"
                      label={fillText(list.moveUp, { name: column.heading })}
                      disabled={column.first}
                      onClick={() => columns.move(column.id, -1)}
                    />
                    <IconButton
                      icon="arrowDown"
                      label={fillText(list.moveDown, { name: column.heading })}
                      disabled={column.last}
                      onClick={() => columns.move(column.id, 1)}
                    />
                  </>
                )}
              </li>
            ))}
          </ul>
          {columns.chosen && (
            <Button
              look="quiet"
              size="small"
              onClick={() => {
                columns.reset();
                close();
              }}
            >
              {list.usualColumns}
            </Button>
          )}
        </div>
      )}
    </Popover>
  );
}
