import { type Selection, selectionLimit } from '@lectern/contract/features/operation.ts';
import type { BoundedCount } from '@lectern/contract/list/define-list.ts';
import { Fragment, useCallback, useMemo, useRef, useState } from 'react';
import { isOffered, type RowAction, type RowTarget } from '../../lib/actions.ts';
import { useCurrentUser } from '../../lib/current-user.tsx';
import { useFormat } from '../../lib/format.ts';
import { fillText, useTexts } from '../../lib/i18n/use-texts.ts';
import { navigate } from '../../lib/navigation.ts';
import { Button } from '../button.tsx';
import type { GridChoice } from '../data-grid/data-grid.tsx';
import { MenuItem, MenuSeparator } from '../menu-item.tsx';
import { Popover } from '../popover.tsx';
import { countWords } from './count-words.ts';
import './selection-bar.css';

type Props<Row extends { id: string }> = {
  selection: ListSelection<Row>;
  target: RowTarget<Row>;
  matching: BoundedCount;
  actions: readonly RowAction<Row>[];
};

/** Number of selected rows, a button to select all matches, and bulk actions. */
export function SelectionBar<Row extends { id: string }>({ selection, target, matching, actions }: Props<Row>) {
  const texts = useTexts();
  const { list } = texts;
  const format = useFormat();
  const user = useCurrentUser();
  const offered = selection.tooMany ? [] : actions.filter((action) => isOffered(action, { row: undefined }, user));
  const beside = offered.filter((action) => action.handy);
  const rest = offered.filter((action) => !action.handy);
  const more = !matching.exact || matching.value > selection.count;
  const count = countWords(matching, format);
  return (
    <section className="selection-bar" aria-label={list.bulkBar}>
      <b role="status">
        {selection.all && !more
          ? fillText(list.allMatching, { count })
          : fillText(list.selected, { count: format.number(selection.count) })}
      </b>
      {!selection.all && more && (
        <button type="button" className="selection-link" onClick={selection.chooseAll}>
          {fillText(list.selectMatching, { count })}
        </button>
      )}
      <button type="button" className="selection-link" aria-label={list.clearSelection} onClick={selection.clear}>
        {list.clear}
      </button>
      {selection.tooMany && (
        <span role="alert">{fillText(list.tooManySelected, { count: format.number(selectionLimit) })}</span>
      )}
      <div className="selection-actions">
        {beside.map((action) => (
          <Button
            key={action.id}
            size="small"
            look={action.look ?? 'plain'}
            onClick={() => void action.run(target, { navigate, user })}
          >
            {action.label(texts)}
          </Button>
        ))}
        {rest.length > 0 && (
          <Popover
            label={list.moreActions}
            role="menu"
            align="end"
            trigger={(props) => (
              <Button size="small" {...props}>
                {list.moreActions} <span aria-hidden="true">▾</span>
              </Button>
            )}
          >
            {() =>
              rest.map((action, at) => (
                <Fragment key={action.id}>
                  {beginsGroup(rest, at) && <MenuSeparator />}
                  <MenuItem
                    look={action.look ?? 'plain'}
                    {...(action.icon && { icon: action.icon })}
                    onSelect={() => void action.run(target, { navigate, user })}
                  >
                    {action.label(texts)}
                  </MenuItem>
                </Fragment>
              ))
            }
          </Popover>
        )}
      </div>
    </section>
  );
}

/** Destructive actions are set apart, as are those that the row menu separates. */
function beginsGroup<Row>(actions: readonly RowAction<Row>[], at: number): boolean {
  const [action, before] = [actions[at], actions[at - 1]];
  if (!action || !before) return false;
  return action.separated === true || (action.look === 'danger' && before.look !== 'danger');
}

type State<Row> =
  | { kind: 'some'; rows: ReadonlyMap<string, Row> }
  /** All rows of the view except some. */
  | { kind: 'matching'; except: ReadonlySet<string> };

/** The selected rows: individual ones across pages, or all that match the view. Another view starts with none. */
export function useSelection<Row extends { id: string }>(rows: readonly Row[], viewKey: string, matching: number) {
  const nobody = useMemo<State<Row>>(() => ({ kind: 'some', rows: new Map() }), []);
  const [kept, setKept] = useState({ viewKey, state: nobody });
  const state = kept.viewKey === viewKey ? kept.state : nobody;
  const setState = useCallback((state: State<Row>) => setKept({ viewKey, state }), [viewKey]);
  const lastIndex = useRef<number | null>(null);

  const has = (id: string) => (state.kind === 'some' ? state.rows.has(id) : !state.except.has(id));
  const put = (some: readonly Row[], chosen: boolean) => {
    if (state.kind === 'some') {
      const next = new Map(state.rows);
      for (const row of some) chosen ? next.set(row.id, row) : next.delete(row.id);
      setState({ kind: 'some', rows: next });
    } else {
      const next = new Set(state.except);
      for (const row of some) chosen ? next.delete(row.id) : next.add(row.id);
      setState({ kind: 'matching', except: next });
    }
  };
  const onPage = rows.filter((row) => has(row.id)).length;
  const choice: GridChoice<Row> = {
    has,
    page: onPage === 0 ? 'none' : onPage === rows.length ? 'all' : 'some',
    toggle(row, index, range) {
      const from = range && lastIndex.current !== null ? lastIndex.current : index;
      lastIndex.current = index;
      put(rows.slice(Math.min(from, index), Math.max(from, index) + 1), !has(row.id));
    },
    togglePage: () => put(rows, onPage < rows.length),
  };
  const listed = state.kind === 'some' ? state.rows.size : state.except.size;
  return {
    choice,
    all: state.kind === 'matching',
    count: state.kind === 'some' ? state.rows.size : Math.max(0, matching - state.except.size),
    /** More individual ids than a selection may contain. */
    tooMany: listed > selectionLimit,
    only: state.kind === 'some' && state.rows.size === 1 ? [...state.rows.values()][0] : undefined,
    selectionOf: (query: string): Selection =>
      state.kind === 'some' ? { ids: [...state.rows.keys()] } : { matching: query, except: [...state.except] },
    chooseAll: () => setState({ kind: 'matching', except: new Set() }),
    clear: () => setState(nobody),
  };
}
type ListSelection<Row extends { id: string }> = ReturnType<typeof useSelection<Row>>;
