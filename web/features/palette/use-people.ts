import { findPeople, type Person } from '@lectern/contract/features/people.ts';
import { getRoute } from '@lectern/contract/routes.ts';
import { queryOf } from '../../lib/queries.ts';
import { type Found, useFound } from './use-found.ts';

export const userPage = getRoute('system.systemAdmin');

/** People whose name or account contains the text. */
export function usePeople(text: string): Found<Person> {
  return useFound(text, userPage, (wanted) => queryOf(findPeople, { query: { text: wanted } }, { quiet: true }));
}
