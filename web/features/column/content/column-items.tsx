import type { ColumnItem, ColumnNode } from '@lectern/contract/features/column.ts';
import { useState } from 'react';
import { AppLink } from '../../../components/app-link.tsx';
import { Button } from '../../../components/button.tsx';
import { DragArea } from '../../../components/drag/drag-area.tsx';
import { beforeIdOf, SortList } from '../../../components/drag/sort-list.tsx';
import { EmptyState } from '../../../components/empty-state.tsx';
import { QueryError } from '../../../components/error-panel.tsx';
import { toggled } from '../../../components/list-page/check-list.tsx';
import { Skeleton, SkeletonRegion } from '../../../components/skeleton.tsx';
import { useFormat } from '../../../lib/format.ts';
import { fillText, useTexts } from '../../../lib/i18n/use-texts.ts';
import { askColumn } from '../column-dialog.ts';
import { useMayManage } from '../use-columns.ts';
import { ColumnItemRow, useItemActions } from './column-item-row.tsx';
import { useColumnItems } from './use-column-items.ts';
import '../../../components/data-grid/grid-checkbox.css';
import '../../../components/list-page/selection-bar.css';
import './column-items.css';

type Props = { column: ColumnNode; onSettings: () => void };

/** Items of a column: ordered by hand, or chosen by its rule. */
export function ColumnItems({ column, onSettings }: Props) {
  const { column: words, list } = useTexts();
  const format = useFormat();
  const mayManage = useMayManage();
  const { pages, rows, show } = useColumnItems(column.id);
  const actions = useItemActions(column, rows, show);
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  const byHand = column.mode === 'manual';
  const editable = mayManage && byHand;
  const ordered = editable && column.sortRule === 'manual';
  const picked = rows.filter((row) => chosen.has(row.id));
  const toggle = (id: string) => setChosen((known) => toggled(known, id));
  const keys: Record<string, (row: ColumnItem) => void> | undefined = editable
    ? {
        p: (row) => void actions.pin(row),
        x: (row) => toggle(row.id),
        delete: (row) => void actions.remove([row]),
      }
    : undefined;
  const order = byHand
    ? column.sortRule === 'manual'
      ? words.content.manualOrder
      : fillText(words.content.sortedOrder, { sort: words.form.sorts[column.sortRule] })
    : words.content.ruleOrder;
  return (
    <DragArea
      onDrop={(dragged, place) => {
        const row = rows.find((one) => one.id === dragged.id);
        if (row) void actions.place(row, beforeIdOf(rows, place));
      }}
    >
      {picked.length > 0 ? (
        <div className="column-bar column-bar-chosen">
          <b>{fillText(list.selected, { count: picked.length })}</b>
          <button type="button" className="selection-link" onClick={() => setChosen(new Set())}>
            {list.clear}
          </button>
          <div className="column-bar-end">
            <Button
              size="small"
              onClick={() => {
                setChosen(new Set());
                void actions.remove(picked);
              }}
            >
              {words.content.removeSelected}
            </Button>
          </div>
        </div>
      ) : (
        <div className="column-bar">
          <span>
            {order}{' '}
            {column.itemLimit !== null && fillText(words.content.limited, { count: format.number(column.itemLimit) })}
          </span>
          <div className="column-bar-end">
            {editable && (
              <Button icon="plus" onClick={() => askColumn({ kind: 'addItems', column })}>
                {words.content.add}
              </Button>
            )}
            {!byHand && (
              <>
                <AppLink className="button button-plain" to={`/app/resource/info${column.rule && `?${column.rule}`}`}>
                  {words.content.openList}
                </AppLink>
                {mayManage && <Button onClick={onSettings}>{words.content.openRule}</Button>}
              </>
            )}
          </div>
        </div>
      )}
      {pages.error && (
        <div className="column-pad">
          <QueryError query={pages} keepsOld={rows.length > 0} />
        </div>
      )}
      {pages.isPending && <ItemsSkeleton />}
      {pages.isSuccess && rows.length === 0 && (
        <ColumnItemsEmpty column={column} mayManage={mayManage} onSettings={onSettings} />
      )}
      <SortList
        label={fillText(words.content.list, { name: column.name })}
        kind="item"
        rows={rows}
        nameOf={(row) => row.title}
        groupOf={(row) => String(row.pinned)}
        more={pages.hasNextPage}
        onPlace={ordered ? (row, beforeId) => void actions.place(row, beforeId) : undefined}
        markOf={(row) => (chosen.has(row.id) ? 'selected' : undefined)}
        keys={keys}
      >
        {(row) => (
          <ColumnItemRow
            row={row}
            editable={editable}
            chosen={chosen.has(row.id)}
            onToggle={() => toggle(row.id)}
            actions={actions}
          />
        )}
      </SortList>
      {pages.hasNextPage && (
        <div className="column-pad">
          <Button busy={pages.isFetchingNextPage} onClick={() => void pages.fetchNextPage()}>
            {words.content.more}
          </Button>
        </div>
      )}
    </DragArea>
  );
}

const widths = ['46%', '38%', '52%', '42%', '34%', '48%'];

function ItemsSkeleton() {
  return (
    <SkeletonRegion className="column-items-skeleton">
      {widths.map((width) => (
        <div key={width} className="sort-row">
          <Skeleton width={30} height={22} />
          <Skeleton width={width} />
        </div>
      ))}
    </SkeletonRegion>
  );
}

type ColumnItemsEmptyProps = { column: ColumnNode; mayManage: boolean; onSettings: () => void };

function ColumnItemsEmpty({ column, mayManage, onSettings }: ColumnItemsEmptyProps) {
  const words = useTexts().column.content;
  if (column.mode === 'rule')
    return (
      <EmptyState
        icon="filter"
        title={words.emptyRule}
        action={mayManage && <Button onClick={onSettings}>{words.openRule}</Button>}
      >
        {words.emptyRuleText}
      </EmptyState>
    );
  return (
    <EmptyState
      icon="list"
      title={words.emptyTitle}
      action={
        mayManage && (
          <Button icon="plus" onClick={() => askColumn({ kind: 'addItems', column })}>
            {words.add}
          </Button>
        )
      }
    >
      {mayManage ? words.emptyText : words.emptyReadOnly}
    </EmptyState>
  );
}
