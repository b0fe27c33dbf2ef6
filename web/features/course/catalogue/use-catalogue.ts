import { getChapter } from '@lectern/contract/features/chapter.ts';
import { getCourse } from '@lectern/contract/features/course.ts';
import { type Catalogue, getCatalogue } from '@lectern/contract/features/course-catalogue.ts';
import { getCourseChecks, listCourseActivity, listCourseResources } from '@lectern/contract/features/course-detail.ts';
import { type QueryClient, useQuery } from '@tanstack/react-query';
import { createChangeQueue, isAnswerOf, queryKeyOf, queryOf } from '../../../lib/queries.ts';

/** Other queries that a catalogue change invalidates. */
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

export const inTurn = createChangeQueue();

/** Notifications with the same topic replace each other, so only the latest change offers Undo. */
export function noticeTopicOf(courseId: string): string {
  return `catalogue ${courseId}`;
}
