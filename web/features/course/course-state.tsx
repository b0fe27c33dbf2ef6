import type { CourseRow } from '@lectern/contract/features/course.ts';
import type { CourseState as State } from '@lectern/contract/features/course-state.ts';
import type { ReactNode } from 'react';
import { Status, type StatusTone } from '../../components/status.tsx';
import type { Texts } from '../../lib/i18n/use-texts.ts';

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
export function courseState({ state, stateReason, withheld }: Shown, { course, courseStates }: Texts): ReactNode {
  if (withheld && state === 'published')
    return (
      <span title={course.courseProblems.withheld}>
        <Status tone="bad">{courseStates.withheld}</Status>
      </span>
    );
  return (
    <span title={stateReason || undefined}>
      <Status tone={tones[state]}>{courseStates[state]}</Status>
    </span>
  );
}
