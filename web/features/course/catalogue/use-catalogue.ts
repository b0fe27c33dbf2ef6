import { getChapter } from '@lectern/contract/features/chapter.ts';
import { getCourse } from '@lectern/contract/features/course.ts';
import { type Catalogue, getCatalogue } from '@lectern/contract/features/course-catalogue.ts';
import { getCourseChecks, listCourseActivity, listCourseResources } from '@lectern/contract/features/course-detail.ts';
import { type QueryClient, useQuery } from '@tanstack/react-query';
import { isAnswerOf, queryKeyOf, queryOf } from '../../../lib/queries.ts';

/** What is out of date once something in the catalogue has changed, besides the tree itself. */
const beside = [getChapter, getCourse, getCourseChecks, listCourseResources, listCourseActivity];

export function useCatalogue(courseId: string) {
  return useQuery(queryOf(getCatalogue, { params: { id: courseId } }, { quiet: true }));
}

export function knownCatalogue(client: QueryClient, courseId: string): Catalogue | undefined {
  return client.getQueryData<Catalogue>(queryKeyOf(getCatalogue, { params: { id: courseId } }));
}

export function keepCatalogue(client: QueryClient, catalogue: Catalogue): void {
  client.setQueryData(queryKeyOf(getCatalogue, { params: { id: catalogue.courseId } }), catalogue);
  void client.invalidateQueries({ predicate: isAnswerOf(beside) });
}

export function refreshCatalogue(client: QueryClient): Promise<void> {
  return client.invalidateQueries({ predicate: isAnswerOf([getCatalogue, ...beside]) });
}

/** Changes of a catalogue go out one after the other: each needs the version that the one before it left. */
let turn: Promise<unknown> = Promise.resolve();

export function inTurn<Answer>(deed: () => Promise<Answer>): Promise<Answer> {
  const next = turn.then(deed, deed);
  turn = next.catch(() => undefined);
  return next;
}

/** What messages about changes of one catalogue have in common: the way back from a newer one replaces the older. */
export function toldOf(courseId: string): string {
  return `catalogue ${courseId}`;
}
