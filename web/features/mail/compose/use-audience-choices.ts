import type { AudiencePart } from '@lectern/contract/features/mail.ts';
import { listAudienceChoices } from '@lectern/contract/features/mail-compose.ts';
import { listUnits } from '@lectern/contract/features/organisation.ts';
import { findPeople } from '@lectern/contract/features/people.ts';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { queryOf } from '../../../lib/queries.ts';

export type AudienceChoice = { part: AudiencePart; id: string; name: string; note?: string };

const shownOf = 6;

/** What an audience can be chosen by, as far as its name has the text. */
export function useAudienceChoices(text: string): AudienceChoice[] {
  const units = useQuery(queryOf(listUnits, {}, { quiet: true })).data;
  const groups = useQuery(queryOf(listAudienceChoices, {}, { quiet: true })).data?.groups;
  const people = useQuery({
    ...queryOf(findPeople, { query: { text } }, { quiet: true }),
    enabled: text !== '',
    placeholderData: keepPreviousData,
  }).data;
  const wanted = text.toLowerCase();
  const found = <Row extends { id: string; name: string }>(part: AudiencePart, rows: readonly Row[] | undefined) =>
    (rows ?? [])
      .filter(({ name }) => name.toLowerCase().includes(wanted))
      .slice(0, shownOf)
      .map(({ id, name }): AudienceChoice => ({ part, id, name }));
  return [
    ...found('colleges', units?.colleges),
    ...found('departments', units?.departments),
    ...found('positions', units?.positions),
    ...found('groups', groups),
    ...(text === '' ? [] : (people ?? [])).map(
      ({ id, name, departmentName, account }): AudienceChoice => ({
        part: 'people',
        id,
        name,
        note: departmentName ?? account,
      }),
    ),
  ];
}
