import { useQueryClient } from '@tanstack/react-query';
import { useLiveEvents } from '../../lib/live-events.ts';
import { isAnswerOf } from '../../lib/queries.ts';
import type { ListDefinition } from './list-definition.ts';

/** Shows what an operation did to the list's rows as soon as it ends. */
export function useListRefresh<Row extends { id: string }>({ list, endpoint }: ListDefinition<Row>): void {
  const client = useQueryClient();
  useLiveEvents('operation', ({ operation }) => {
    if (operation.list !== list.id || operation.finishedAt === null) return;
    void client.invalidateQueries({ predicate: isAnswerOf([endpoint]) });
  });
}
