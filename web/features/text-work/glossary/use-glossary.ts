import { listGlossary } from '@lectern/contract/features/glossary.ts';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useDeferredValue } from 'react';
import { useLiveEvents } from '../../../lib/live-events.ts';
import { isAnswerOf, queryOf } from '../../../lib/queries.ts';

/** Terms that fit a search, the ones changed last first. */
export function useGlossary(search: string) {
  const client = useQueryClient();
  const wanted = useDeferredValue(search.trim());
  const query = useQuery({
    ...queryOf(listGlossary, { query: { search: wanted, size: '100' } }, { quiet: true }),
    placeholderData: (known) => known,
    retry: false,
  });
  useLiveEvents('operation', ({ operation }) => {
    if (operation.list !== 'glossary' || operation.finishedAt === null) return;
    void client.invalidateQueries({ predicate: isAnswerOf([listGlossary]) });
  });
  return query;
}
