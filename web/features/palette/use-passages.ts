import { type PassageGroup, searchPassages } from '@lectern/contract/features/search.ts';
import { getRoute } from '@lectern/contract/routes.ts';
import { queryOf } from '../../lib/queries.ts';
import { type Found, useFound } from './use-found.ts';

const detailPage = getRoute('resource.document');
/** Titles and descriptions are found among the resources. */
const sources = 'document,ocr,speech';

/** What stands in documents, was said, or is written in pictures, under its resources. */
export function usePassages(text: string): Found<PassageGroup> {
  return useFound(text, detailPage, (wanted) =>
    queryOf(searchPassages, { query: { text: wanted, sources } }, { quiet: true }),
  );
}
