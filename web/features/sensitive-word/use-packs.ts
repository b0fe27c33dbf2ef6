import { listSensitivePacks } from '@lectern/contract/features/sensitive-pack.ts';
import { useQuery } from '@tanstack/react-query';
import { queryOf } from '../../lib/queries.ts';

export function usePacks() {
  return useQuery(queryOf(listSensitivePacks, {}, { quiet: true }));
}
