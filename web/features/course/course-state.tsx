import type { CourseRow } from '@lectern/contract/features/course.ts';
import type { CourseState as State } from '@lectern/contract/features/course-state.ts';
import { courseProblemWords, courseStateWords } from '@lectern/contract/features/course-words.ts';
import type { ReactNode } from 'react';
import { Status, type StatusTone } from '../../components/status.tsx';
import { inLanguage } from '../../lib/i18n/in-language.ts';

const tones: Record<State, StatusTone> = {
  draft: 'idle',
  in_review: 'warn',
  published: 'ok',
  offline: 'idle',
  archived: 'idle',
  trashed: 'idle',
};

type Shown = Pick<CourseRow, 'state' | 'stateReason' | 'withheld'>;

/** State as dot and word, with why on hover. A plain function, because every row of a list calls it. */
export function courseState({ state, stateReason, withheld }: Shown): ReactNode {
  if (withheld && state === 'published')
    return (
      <span title={inLanguage(courseProblemWords).withheld}>
        <Status tone="bad">{inLanguage(courseStateWords).withheld}</Status>
      </span>
    );
  return (
    <span title={stateReason || undefined}>
      <Status tone={tones[state]}>{inLanguage(courseStateWords)[state]}</Status>
    </span>
  );
}
