import type { ResourceDetailView, ResourceRow } from '@lectern/contract/features/resource.ts';
import { sampleResource } from './sample-resource.ts';

export const idOf = (number: number) => `0197a0d0-0000-7000-8000-${String(number).padStart(12, '0')}`;

/** A list row for a document in state ready. */
export function sampleLecture(number: number, change: Partial<ResourceRow> = {}): ResourceRow {
  return {
    ...sampleResource(number),
    id: idOf(number),
    title: `Lecture ${number}`,
    state: 'ready',
    sizeBytes: 1_500_000,
    owner: { id: idOf(901), name: 'Anna Schmidt' },
    library: { id: idOf(801), name: 'School' },
    publishedAt: null,
    ...change,
  };
}

export type Movable = Pick<ResourceDetailView, 'id' | 'title' | 'state' | 'version' | 'moves'>;
