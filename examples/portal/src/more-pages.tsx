import { type ReactNode, useState } from 'react';
import { ask } from './portal.ts';

type Props<Page> = {
  /** Request path, including the current filters. */
  path: string;
  first: Page;
  nextOf: (page: Page) => string | null;
  children: (pages: Page[]) => ReactNode;
};

/** Loads further pages by cursor, so no item is repeated or skipped. */
export function MorePages<Page>({ path, first, nextOf, children }: Props<Page>) {
  const [more, setMore] = useState<Page[]>([]);
  const [busy, setBusy] = useState(false);
  const [failed, setFailed] = useState(false);
  const pages = [first, ...more];
  const cursor = nextOf(pages.at(-1) ?? first);
  const load = async () => {
    if (cursor === null || busy) return;
    setBusy(true);
    try {
      const page = await ask<Page>(`${path}${path.includes('?') ? '&' : '?'}cursor=${encodeURIComponent(cursor)}`);
      setMore([...more, page]);
      setFailed(false);
    } catch {
      setFailed(true);
    }
    setBusy(false);
  };
  return (
    <>
      {children(pages)}
      {cursor !== null && (
        <div className="actions">
          <button type="button" aria-disabled={busy} onClick={load}>
            {busy ? 'Loading…' : 'Show more'}
          </button>
          {failed && <span className="problem">Couldn’t load more. Try again.</span>}
        </div>
      )}
    </>
  );
}
