import { type CourseDetailView, courseNeighbours, listCourses, moveCourse } from '@lectern/contract/features/course.ts';
import { listCourseActivity } from '@lectern/contract/features/course-detail.ts';
import type { CourseMove } from '@lectern/contract/features/course-state.ts';
import { useQuery } from '@tanstack/react-query';
import { useLocation } from '@tanstack/react-router';
import { type ReactNode, useState } from 'react';
import { Button, IconButton } from '../../../components/button.tsx';
import { TitleField } from '../../../components/detail/title-field.tsx';
import { Menu } from '../../../components/menu.tsx';
import { MenuItem, MenuSeparator } from '../../../components/menu-item.tsx';
import { placeOf, type Walk } from '../../../components/walk/walk.ts';
import { useWalkKeys, WalkBack, WalkButtons } from '../../../components/walk/walk-buttons.tsx';
import { call } from '../../../lib/api-client.ts';
import { useFormat } from '../../../lib/format.ts';
import { fillText, useTexts } from '../../../lib/i18n/use-texts.ts';
import type { IconName } from '../../../lib/icon-name.ts';
import { notify } from '../../../lib/notifications.ts';
import { queryOf, useMutationOf } from '../../../lib/queries.ts';
import { type AskingMove, askCourse } from '../course-dialog.ts';
import { courseHref, listHref } from '../course-href.ts';
import { courseState } from '../course-state.tsx';
import { type MoveAnswer, MoveCourseDialog } from '../dialogs/move-courses-dialog.tsx';
import type { CourseEdit } from './use-course-edit.ts';

type Props = { course: CourseDetailView; edit: CourseEdit; moves: CourseMoves; onPreview: (() => void) | null };

/** Frequent moves that get their own button beside the next step. */
const handy: readonly string[] = ['reject', 'offline', 'withdraw'];

/** One line: position in the list, name, state and next step. */
export function CourseHeader({ course, edit, moves, onPreview }: Props) {
  const all = useTexts();
  const { course: texts, detail } = all;
  const { form, editable } = edit;
  const beside = moves.others.find(({ move }) => handy.includes(move));
  return (
    <div className="detail-header">
      <CourseWalk id={course.id} />
      <h1 className={editable ? 'visually-hidden' : 'detail-heading'}>{course.name}</h1>
      {editable && (
        <TitleField
          label={texts.form.name}
          value={form.values.name}
          error={form.problems.name}
          changed={form.changed.includes('name')}
          maxLength={200}
          onChange={(value) => form.set('name', value)}
          onEnter={() => void form.submit()}
        />
      )}
      {courseState(course, all)}
      <Meta course={course} />
      <div className="detail-header-actions">
        {onPreview && (
          <Button icon="eye" onClick={onPreview}>
            {texts.actions.preview}
          </Button>
        )}
        {beside && (
          <Button busy={moves.busy} onClick={() => moves.begin(beside.move)}>
            {beside.label}
          </Button>
        )}
        {moves.next && (
          <Button
            // A course without chapters needs content first, so publishing isn't emphasized.
            look={course.counts.chapters > 0 ? 'primary' : 'plain'}
            icon={moves.next.icon}
            busy={moves.busy}
            onClick={() => moves.next && moves.begin(moves.next.move)}
          >
            {moves.next.label}
          </Button>
        )}
        <Menu
          align="end"
          label={fillText(texts.moreOf, { name: course.name })}
          trigger={(props) => <IconButton {...props} icon="more" label={detail.more} />}
        >
          <MenuItem icon="copy" onSelect={() => askCourse({ kind: 'duplicate', course })}>
            {texts.actions.duplicate}
          </MenuItem>
          <MenuItem icon="download" onSelect={() => askCourse({ kind: 'export', course })}>
            {texts.export.action}
          </MenuItem>
          {moves.others.length > 0 && <MenuSeparator />}
          {moves.others
            .filter((offer) => offer !== beside)
            .map(({ move, label, icon, look }) => (
              <MenuItem key={move} icon={icon} look={look} onSelect={() => moves.begin(move)}>
                {label}
              </MenuItem>
            ))}
        </Menu>
      </div>
    </div>
  );
}

/** Previous and next in the list the course was opened from, or only a link to the list. */
function CourseWalk({ id }: { id: string }) {
  const { searchStr } = useLocation();
  const { course } = useTexts();
  const params = new URLSearchParams(searchStr);
  const view = params.get('view') ?? '';
  const tab = params.get('tab');
  const isFromList = params.has('view');
  const around = useQuery({
    ...queryOf(courseNeighbours, { params: { id }, query: { view } }, { quiet: true }),
    enabled: isFromList,
    staleTime: 60_000,
  }).data;
  const hrefOf = (other: string | null | undefined) => {
    if (!other) return null;
    const href = courseHref(other, { view });
    return tab ? `${href}${href.includes('?') ? '&' : '?'}tab=${tab}` : href;
  };
  const walk: Walk = {
    ...placeOf(around),
    previous: hrefOf(around?.previous),
    next: hrefOf(around?.next),
    list: listHref(searchStr),
  };
  useWalkKeys(walk);
  if (!isFromList) return <WalkBack list={walk.list} label={course.backToList} />;
  return <WalkButtons walk={walk} />;
}

/** Current state, since when and by whom. */
function Meta({ course }: { course: CourseDetailView }) {
  const { course: texts } = useTexts();
  const format = useFormat();
  const { state, stateBy, stateSince } = course;
  const by =
    stateBy &&
    fillText(state === 'published' ? texts.publishedBy : texts.sinceBy, {
      name: stateBy.name,
      time: format.relativeTime(stateSince),
    });
  return (
    <small className="detail-meta" title={format.dateTime(stateSince)}>
      {[course.code, course.term, by].filter(Boolean).join(' · ')}
    </small>
  );
}

type MoveOffer = { move: CourseMove; label: string; icon: IconName; look: 'plain' | 'danger' };

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
/** The next step is the first of these that the user may take. */
const nextSteps: readonly CourseMove[] = ['publish', 'submit', 'restore', 'reopen'];
/** The move that Undo uses to reverse another. */
const wayBack: Partial<Record<CourseMove, CourseMove>> = {
  submit: 'withdraw',
  withdraw: 'submit',
  archive: 'reopen',
  reopen: 'archive',
  trash: 'restore',
};

type Options = {
  /** Called with the updated course, or null when it was permanently deleted. */
  onMoved: (course: CourseDetailView | null) => void;
};

/** State changes the user may make: the next step for the button, the others for the menu. */
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
        moved?.moves.includes(back) && { action: { label: drag.undo, run: () => void undo().catch(() => undefined) } }),
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
  const offers: MoveOffer[] = course.moves.map((move) => ({
    move,
    label: texts.moves[move],
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
type CourseMoves = ReturnType<typeof useCourseMoves>;
