import type { FilterValue } from '@lectern/contract/list/filter.ts';
import type { ReactNode } from 'react';
import type { CellContext } from './list-definition.ts';

/**
 * A value that filters the list when clicked. Not in the tab order, because the filter menu takes fewer steps by
 * keyboard. A plain function, because thousands of cells call it.
 */
export function filterLink(name: string, value: FilterValue, text: string, context: CellContext): ReactNode {
  return (
    <button
      type="button"
      tabIndex={-1}
      className="grid-filter"
      title={context.texts.list.filterBy.replace('{value}', () => text)}
      onClick={() => context.filterBy(name, value)}
    >
      {text}
    </button>
  );
}

/** An empty cell. */
export function none({ texts }: CellContext): ReactNode {
  return <span className="grid-quiet">{texts.words.none}</span>;
}

/** De-emphasised text. */
export function quiet(text: string, title = text): ReactNode {
  return (
    <span className="grid-quiet" title={title}>
      {text}
    </span>
  );
}

/** A time as “2 hours ago”, with the exact time on hover. */
export function timeAgo(at: string, { format }: CellContext): ReactNode {
  return (
    <time dateTime={at} title={format.dateTime(at)} className="grid-quiet">
      {format.relativeTime(at)}
    </time>
  );
}

/** The exact time, with “2 hours ago” on hover. */
export function exactTime(at: string, { format }: CellContext): ReactNode {
  return (
    <time dateTime={at} title={format.relativeTime(at)} className="grid-name">
      {format.dateTime(at)}
    </time>
  );
}
