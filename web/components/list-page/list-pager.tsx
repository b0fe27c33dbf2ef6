import { type BoundedCount, countLimit, type ListPage, pageSizes } from '@lectern/contract/list/define-list.ts';
import type { ListAddress } from '@lectern/contract/list/list-address.ts';
import { useFormat } from '../../lib/format.ts';
import { fillText, useTexts } from '../../lib/i18n/use-texts.ts';
import { IconButton } from '../button.tsx';
import { countWords } from './count-words.ts';

type Props = {
  address: ListAddress;
  page: ListPage<unknown>;
  narrowed: boolean;
  onChange: (change: { page?: number; cursor?: string | undefined; size?: number }) => void;
};

/** First, previous and next use cursors; numbers are offered as far as pages can be opened by number. */
export function ListPager({ address, page, narrowed, onChange }: Props) {
  const { list } = useTexts();
  const format = useFormat();
  const from = (address.page - 1) * address.size + 1;
  const first = format.number(from);
  const last = format.number(from + page.rows.length - 1);
  const range = { range: first === last ? first : `${first}–${last}`, count: countWords(page.count, format) };
  const text = page.rows.length === 0 ? list.noRows : fillText(narrowed ? list.rangeOfMatching : list.rangeOf, range);
  const back = () => {
    if (address.page <= 2) onChange({ page: 1 });
    else onChange({ page: address.page - 1, cursor: page.previous ?? undefined });
  };
  return (
    <nav className="list-pager" aria-label={list.pager}>
      <span role="status">{text}</span>
      <div className="list-pager-pages">
        <IconButton
          icon="chevronFirst"
          label={list.firstPage}
          disabled={address.page === 1}
          onClick={() => onChange({ page: 1 })}
        />
        <IconButton icon="chevronLeft" label={list.previousPage} disabled={address.page === 1} onClick={back} />
        {pageNumbers(address.page, lastPage(page.count, address.size)).map((entry, at) =>
          entry === null ? (
            // biome-ignore lint/suspicious/noArrayIndexKey: gaps are identified by position
            <span key={`gap-${at}`} aria-hidden="true">
              …
            </span>
          ) : (
            <button
              key={entry}
              type="button"
              className="list-pager-number"
              aria-label={fillText(list.pageNumber, { page: entry })}
              aria-current={entry === address.page ? 'page' : undefined}
              onClick={() => entry !== address.page && onChange({ page: entry })}
            >
              {format.number(entry)}
            </button>
          ),
        )}
        <IconButton
          icon="chevronRight"
          label={list.nextPage}
          disabled={page.next === null}
          onClick={() => onChange({ page: address.page + 1, cursor: page.next ?? undefined })}
        />
      </div>
      <select
        className="list-pager-size"
        aria-label={list.pageSize}
        value={address.size}
        onChange={(event) => onChange({ size: Number(event.target.value), page: 1 })}
      >
        {pageSizes.map((size) => (
          <option key={size} value={size}>
            {fillText(list.perPage, { size })}
          </option>
        ))}
      </select>
    </nav>
  );
}

/** The last page that can be opened by number; later ones need cursors. */
function lastPage(count: BoundedCount, size: number): number {
  const byNumber = Math.floor(countLimit / size) + 1;
  return Math.min(byNumber, Math.max(1, Math.ceil(count.value / size)));
}

/** Page numbers to show: those around the current one, the first few and the last; null marks a gap. */
export function pageNumbers(current: number, last: number): (number | null)[] {
  if (last <= 1) return [];
  const wanted = new Set(
    [1, 2, 3, current - 1, current, current + 1, last].filter((page) => page >= 1 && page <= last),
  );
  if (current > last) wanted.add(current);
  const sorted = [...wanted].sort((left, right) => left - right);
  return sorted.flatMap((page, at) => {
    const before = sorted[at - 1];
    return before !== undefined && page - before > 1 ? [null, page] : [page];
  });
}
