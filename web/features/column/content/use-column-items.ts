import { listColumnItems } from '@lectern/contract/features/column.ts';
import { call } from '../../../lib/api-client.ts';
import { queryKeyOf } from '../../../lib/queries.ts';
import { usePagedRows } from '../../../lib/use-paged-rows.ts';

/** Items of a column, page by page; with `preview`, only what the site shows. */
export function useColumnItems(id: string, { preview = false }: { preview?: boolean } = {}) {
  const params = { id };
  const query = preview ? { preview: 'true' } : {};
  return usePagedRows({
    first: queryKeyOf(listColumnItems, { params, query }),
    fetch: (after, signal) =>
      call(listColumnItems, { params, query: { ...query, ...(after && { after }) } }, { signal, quiet: true }),
  });
}
