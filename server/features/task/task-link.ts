import { coursePath } from '@lectern/contract/features/course.ts';
import { resourcePath } from '@lectern/contract/features/resource.ts';
import type { ResourceKind } from '@lectern/contract/features/resource-state.ts';
import { editPath, type ReviewKind, reviewPath } from '@lectern/contract/features/review.ts';
import type { TaskKind } from '@lectern/contract/features/task-words.ts';

export type Linked = {
  id: string;
  kind: string;
  object_type: string | null;
  object_id: string | null;
  details: unknown;
  link: string | null;
};

const workPages = {
  ocr: () => 'imgDetail',
  asr: (kind: ResourceKind) => (kind === 'audio' ? 'asrAudioDetail' : 'asrVideoDetail'),
} as const;

/** The page on which a to-do is done. */
export function linkOf(task: Linked): string | null {
  const id = task.object_id ?? '';
  const details = task.details as { kind?: ResourceKind; step?: keyof typeof workPages };
  const kind = details.kind ?? 'document';
  const reviewed: ReviewKind = kind;
  const links: Record<TaskKind, () => string | null> = {
    byHand: () => task.link,
    review: () => resourcePath({ id, kind }),
    reviewDue: () => reviewPath({ id, kind: reviewed }),
    reviewReturned: () => editPath({ id, kind: reviewed }),
    courseReview: () => coursePath(id),
    jobFailed: () => (task.object_type === 'job' ? '/app/system/health' : resourcePath({ id, kind })),
    loopFailing: () => '/app/system/health',
    textDoubtful: () => `/app/handle/${workPages[details.step ?? 'ocr'](kind)}/${id}`,
    summaryStale: () => `/app/handle/ai?id=${id}`,
    subtitlesMissing: () => `/app/handle/subtitle?id=${id}`,
    recommendationEnding: () => `/app/page/resourceRecommend?entry=${id}`,
    accessAsked: () => `/app/system/accessGroup?request=${task.id}`,
    passwordResetAsked: () => `/app/system/systemAdmin?id=${id}`,
  };
  return links[task.kind as TaskKind]?.() ?? null;
}
