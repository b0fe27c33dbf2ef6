import { type CourseDetailView, listCourses, moveCourse } from '@lectern/contract/features/course.ts';
import { listCourseActivity } from '@lectern/contract/features/course-detail.ts';
import type { CourseMove } from '@lectern/contract/features/course-state.ts';
import { courseMoveWords } from '@lectern/contract/features/course-words.ts';
import { type ReactNode, useState } from 'react';
import { call } from '../../../lib/api-client.ts';
import { inLanguage } from '../../../lib/i18n/in-language.ts';
import { fillText, useTexts } from '../../../lib/i18n/use-texts.ts';
import type { IconName } from '../../../lib/icon-name.ts';
import { notify } from '../../../lib/notifications.ts';
import { useMutationOf } from '../../../lib/queries.ts';
import type { AskingMove } from '../course-dialog.ts';
import { type MoveAnswer, MoveCourseDialog } from './move-course-dialog.tsx';

export type MoveOffer = { move: CourseMove; label: string; icon: IconName; look: 'plain' | 'danger' };

const icons: Record<CourseMove, IconName> = {
  submit: 'send',
  withdraw: 'undo',
  publish: 'done',
  reject: 'undo',
  offline: 'ban',
  archive: 'folder',
  reopen: 'undo',
  trash: 'trash',
  restore: 'undo',
  purge: 'trash',
};
const asking: readonly CourseMove[] = ['publish', 'reject', 'offline', 'archive', 'trash', 'purge'];
const dangerous: readonly CourseMove[] = ['reject', 'trash', 'purge'];
/** What usually comes next, the first that this person may do. */
const nextSteps: readonly CourseMove[] = ['publish', 'submit', 'restore', 'reopen'];
/** The step that takes another one back, where one needs nobody's word for it. */
const wayBack: Partial<Record<CourseMove, CourseMove>> = {
  submit: 'withdraw',
  withdraw: 'submit',
  archive: 'reopen',
  reopen: 'archive',
  trash: 'restore',
};

type Options = {
  /** The course as it is now; null: it is gone for good. */
  onMoved: (course: CourseDetailView | null) => void;
};

/** What this person may do with the state of a course: the next step for its button, the others for its menu. */
export function useCourseMoves(course: CourseDetailView, { onMoved }: Options) {
  const { course: texts, drag } = useTexts();
  const [asked, setAsked] = useState<AskingMove | null>(null);
  const mutation = useMutationOf(moveCourse, { invalidates: [listCourses, listCourseActivity], quiet: asked !== null });
  const params = { id: course.id };
  const tell = (move: CourseMove, moved: CourseDetailView | null) => {
    const back = wayBack[move];
    const undo = async () => {
      if (!back || !moved) return;
      onMoved(await call(moveCourse, { params, body: { move: back, version: moved.version } }));
    };
    notify({
      level: 'success',
      title: fillText(texts.moved[move], { name: course.name }),
      ...(back &&
        moved?.moves.includes(back) && { deed: { label: drag.undo, run: () => void undo().catch(() => undefined) } }),
    });
  };
  const make = (move: CourseMove, answer: MoveAnswer = {}) =>
    mutation.mutate(
      { params, body: { move, version: course.version, ...answer } },
      {
        onSuccess: (moved) => {
          setAsked(null);
          tell(move, moved);
          onMoved(moved);
        },
      },
    );
  const begin = (move: CourseMove) => {
    mutation.reset();
    if (asking.includes(move)) setAsked(move as AskingMove);
    else make(move);
  };
  const words = inLanguage(courseMoveWords);
  const offers: MoveOffer[] = course.moves.map((move) => ({
    move,
    label: words[move],
    icon: icons[move],
    look: dangerous.includes(move) ? 'danger' : 'plain',
  }));
  const next = nextSteps.map((step) => offers.find(({ move }) => move === step)).find((offer) => offer !== undefined);
  const dialog: ReactNode = asked && (
    <MoveCourseDialog
      move={asked}
      course={course}
      busy={mutation.isPending}
      error={mutation.error}
      onConfirm={(answer) => make(asked, answer)}
      onClose={() => setAsked(null)}
    />
  );
  return { next, others: offers.filter((offer) => offer !== next), begin, busy: mutation.isPending, dialog };
}
export type CourseMoves = ReturnType<typeof useCourseMoves>;
