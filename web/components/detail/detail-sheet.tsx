import type { BoundedCount, ListPage } from '@lectern/contract/list/define-list.ts';
import { type ListAddress, printAddress } from '@lectern/contract/list/list-address.ts';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useEffect, useRef } from 'react';
import { useFormat } from '../../lib/format.ts';
import { fillText, useTexts } from '../../lib/i18n/use-texts.ts';
import { navigate } from '../../lib/navigation.ts';
import { queryOf } from '../../lib/queries.ts';
import { useLatest } from '../../lib/use-latest.ts';
import { IconButton } from '../button.tsx';
import { Dialog, focusHome } from '../dialog.tsx';
import { countWords } from '../list-page/count-words.ts';
import type { ListDefinition } from '../list-page/list-definition.ts';
import { rowHref, useListAddress } from '../list-page/use-list-address.ts';
import './detail.css';

type Props = {
  /** Accessible name of the sheet. */
  label: string;
  neighbours: Neighbours<unknown>;
  /** Title, state, next step and action menu. */
  header: ReactNode;
  /** Full-width notices, such as who is editing. */
  notices?: ReactNode;
  footer?: ReactNode;
  onSave?: () => void;
  children: ReactNode;
};

/** An object opened over its list, which stays visible below, with buttons for the previous and next row. */
export function DetailSheet({ label, neighbours, header, notices, footer, onSave, children }: Props) {
  const { detail, words } = useTexts();
  const format = useFormat();
  const content = useRef<HTMLDivElement>(null);
  const goTo = (href: string | null) => (href ? () => navigate(href) : null);
  const previous = goTo(neighbours.previous);
  const next = goTo(neighbours.next);
  const edit = () => content.current?.querySelector<HTMLElement>('[data-edit-focus]')?.focus();
  useSheetKeys({ previous, next, edit, save: () => onSave?.() });
  const close = () => navigate(neighbours.list);
  // An action button can disappear after use; this keeps the focus inside the sheet.
  useEffect(() => {
    if (document.activeElement === document.body && document.hasFocus()) focusHome();
  });
  return (
    <Dialog open bare className="detail-sheet" title={label} onClose={close} returnTo={() => rowOf(neighbours.id)}>
      <div className="detail-frame" ref={content} data-focus-home>
        <div className="detail-head">
          {neighbours.position !== null && (
            <div className="detail-walk">
              <IconButton
                icon="arrowUp"
                label={detail.previous}
                disabled={!previous}
                onClick={() => previous?.()}
                aria-keyshortcuts="K"
              />
              <IconButton
                icon="arrowDown"
                label={detail.next}
                disabled={!next}
                onClick={() => next?.()}
                aria-keyshortcuts="J"
              />
              {neighbours.count && (
                <small>
                  {fillText(detail.positionOf, {
                    at: format.number(neighbours.position),
                    count: countWords(neighbours.count, format),
                  })}
                </small>
              )}
            </div>
          )}
          {header}
          <IconButton icon="close" label={words.close} onClick={close} />
        </div>
        {notices}
        <div className="detail-body">{children}</div>
        {footer}
      </div>
    </Dialog>
  );
}

/** On closing, the focus goes to the last opened row, not the first. */
function rowOf(id: string): HTMLElement | null {
  return document.querySelector<HTMLElement>(`[data-row-focus][href$="id=${CSS.escape(id)}"]`);
}

export type Neighbours<Row> = {
  id: string;
  /** The object's row in the list, if it is on the loaded page. */
  row: Row | undefined;
  /** Position in the whole view, from 1; null when the row isn't on the loaded page. */
  position: number | null;
  /** Number of rows in the view. */
  count: BoundedCount | null;
  previous: string | null;
  next: string | null;
  /** Address of the list without the opened row. */
  list: string;
};

/** An opened row's position in its list, and links to the previous and next row, across page boundaries. */
export function useNeighbours<Row extends { id: string }>(
  definition: ListDefinition<Row>,
  id: string,
): Neighbours<Row> {
  const { address, pathname, searchStr } = useListAddress(definition.list);
  const page = usePage(definition, address);
  const rows = page?.rows ?? [];
  const at = rows.findIndex((row) => row.id === id);
  const isLast = at >= 0 && at === rows.length - 1;
  const pageAfter = isLast && page?.next ? { ...address, page: address.page + 1, cursor: page.next } : null;
  const pageBefore =
    at === 0 && address.page > 1
      ? { ...address, page: address.page - 1, cursor: (address.page > 2 && page?.previous) || undefined }
      : null;
  const rowsAfter = usePage(definition, pageAfter)?.rows;
  const rowsBefore = usePage(definition, pageBefore)?.rows;

  const hrefOn = (place: ListAddress | null, row: Row | undefined) => {
    if (!row) return null;
    if (!place) return rowHref(pathname, searchStr, row.id);
    const view = new URLSearchParams(searchStr).get('view');
    const fields = { ...printAddress(definition.list, place), ...(view && { view }) };
    return rowHref(pathname, new URLSearchParams(fields).toString(), row.id);
  };
  const row = rows[at];
  return {
    id,
    row,
    position: at < 0 ? null : (address.page - 1) * address.size + at + 1,
    count: page?.count ?? null,
    previous: row ? hrefOn(pageBefore, rows[at - 1] ?? rowsBefore?.at(-1)) : null,
    next: row ? hrefOn(pageAfter, rows[at + 1] ?? rowsAfter?.[0]) : null,
    list: withoutId(pathname, searchStr),
  };
}

/** Uses the same query as the list below, so it shares its cached result. */
function usePage<Row extends { id: string }>(
  { list, endpoint }: ListDefinition<Row>,
  address: ListAddress | null,
): ListPage<Row> | undefined {
  const query = address ? printAddress(list, address) : {};
  const { data } = useQuery({
    ...queryOf(endpoint, { query } as never, { quiet: true }),
    enabled: address !== null,
    staleTime: 60_000,
  });
  return address ? (data as ListPage<Row> | undefined) : undefined;
}

function withoutId(pathname: string, searchStr: string): string {
  const params = new URLSearchParams(searchStr);
  params.delete('id');
  const query = params.toString();
  return query ? `${pathname}?${query}` : pathname;
}

type Keys = { previous: (() => void) | null; next: (() => void) | null; edit: () => void; save: () => void };

function isTyping(target: EventTarget | null): boolean {
  return target instanceof HTMLElement && /^(INPUT|TEXTAREA|SELECT)$/.test(target.tagName);
}

/**
 * Shortcuts of an opened object: J and K for next and previous row, E to edit, Ctrl+S to save. Inactive while another
 * dialog is open.
 */
export function useSheetKeys(keys: Keys): void {
  const latest = useLatest(keys);
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.isComposing || event.defaultPrevented || document.querySelectorAll('dialog[open]').length > 1) return;
      const withModifier = event.ctrlKey || event.metaKey;
      const run = withModifier ? { s: latest.current.save }[event.key.toLowerCase()] : plainKey(event, latest.current);
      if (!run) return;
      event.preventDefault();
      run();
    };
    document.addEventListener('keydown', onKeyDown);
    return () => document.removeEventListener('keydown', onKeyDown);
  }, []);
}

function plainKey(event: KeyboardEvent, keys: Keys): (() => void) | null | undefined {
  if (event.altKey || isTyping(event.target)) return undefined;
  return { j: keys.next, k: keys.previous, e: keys.edit }[event.key.toLowerCase()];
}
