import type { CurrentUser } from '@lectern/contract/features/auth.ts';
import { type CourseAction, type CourseRow, courseList } from '@lectern/contract/features/course.ts';
import { type CourseMove, courseMovesFor, mayEditCourse } from '@lectern/contract/features/course-state.ts';
import { hasAbility } from '@lectern/contract/roles.ts';
import type { Action, RowAction } from '../../lib/actions.ts';
import { beginOperation } from '../../lib/begin-operation.ts';
import type { Texts } from '../../lib/i18n/use-texts.ts';
import type { IconName } from '../../lib/icon-name.ts';
import { type AskingMove, askCourse, type CourseTarget } from './course-dialog.ts';
import { courseHref } from './course-href.ts';

const isEditor = (me: CurrentUser) => hasAbility(me.roleId, 'editor');

/**
 * The user's relation to a course as far as the list knows it; editors of a single course are known only on its page.
 */
const personOf = ({ owner, inScope }: CourseRow, me: CurrentUser) => ({
  roleId: me.roleId,
  isOwner: owner.id === me.id,
  isEditor: false,
  inScope,
});
const mayMove = (move: CourseMove) => (row: CourseRow, me: CurrentUser) =>
  courseMovesFor(personOf(row, me), row.state).includes(move);
const mayEdit = (row: CourseRow, me: CurrentUser) => mayEditCourse(personOf(row, me), row.state);

/** Starts an action on its targets and then clears the selection. */
export async function startOn(
  action: CourseAction,
  { selection, count, done }: CourseTarget,
  input: Record<string, unknown> = {},
): Promise<void> {
  await beginOperation({ list: courseList.id, action, selection, count, input });
  done();
}

export const createAction: Action = {
  id: 'course.create',
  group: 'create',
  icon: 'plus',
  keys: 'n',
  label: ({ course }) => course.actions.create,
  run: () => askCourse({ kind: 'create' }),
};

export const importAction: Action = {
  id: 'course.import',
  group: 'create',
  icon: 'upload',
  label: ({ course }) => course.actions.import,
  run: () => askCourse({ kind: 'import' }),
};

type Extra = Partial<Omit<RowAction<CourseRow>, 'id' | 'icon' | 'label' | 'run'>>;
type Name = keyof Texts['course']['actions'];

function action(name: Name, icon: IconName, run: RowAction<CourseRow>['run'], extra: Extra = {}): RowAction<CourseRow> {
  return { on: 'both', ...extra, id: `course.${name}`, icon, label: ({ course }) => course.actions[name], run };
}

/** A state change, offered where it is legal and the user may make it; some ask for details first. */
function move(name: CourseMove, icon: IconName, extra: Extra = {}): RowAction<CourseRow> {
  const asks: readonly string[] = ['publish', 'reject', 'offline', 'archive', 'trash', 'purge'];
  return {
    on: 'both',
    ...extra,
    id: `course.${name}`,
    icon,
    label: ({ course }) => course.moves[name],
    fits: mayMove(name),
    run: (target) =>
      asks.includes(name) ? askCourse({ kind: 'move', move: name as AskingMove, target }) : startOn(name, target),
  };
}

const open = action('open', 'eye', ({ row }, { navigate }) => row && navigate(courseHref(row.id)), { on: 'one' });

export const courseActions: readonly RowAction<CourseRow>[] = [
  open,
  action('catalogue', 'list', ({ row }, { navigate }) => row && navigate(courseHref(row.id, { tab: 'catalogue' })), {
    on: 'one',
  }),
  action('duplicate', 'copy', ({ row }) => row && askCourse({ kind: 'duplicate', course: row }), { on: 'one' }),
  move('submit', 'send', { separated: true }),
  move('withdraw', 'undo'),
  move('publish', 'done', { handy: true }),
  move('reject', 'undo', { look: 'danger' }),
  move('offline', 'ban', { handy: true }),
  move('archive', 'folder'),
  move('reopen', 'undo'),
  action('edit', 'edit', (target) => askCourse({ kind: 'edit', target }), {
    on: 'many',
    handy: true,
    mayI: isEditor,
    fits: mayEdit,
  }),
  action('setOwner', 'person', (target) => askCourse({ kind: 'owner', target }), {
    separated: true,
    mayI: isEditor,
    fits: mayEdit,
  }),
  move('trash', 'trash', { look: 'danger', separated: true }),
];

export const trashActions: readonly RowAction<CourseRow>[] = [
  open,
  move('restore', 'undo', { handy: true, separated: true }),
  move('purge', 'trash', { look: 'danger', mayI: (me) => hasAbility(me.roleId, 'admin') }),
];
