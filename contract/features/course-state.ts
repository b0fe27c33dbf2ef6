import { hasAbility } from '../roles.ts';

export const courseStates = ['draft', 'in_review', 'published', 'offline', 'archived', 'trashed'] as const;
export type CourseState = (typeof courseStates)[number];

/** Who may: the owner and those who edit the course, editors within their data scope, or administrators. */
type Mover = 'owner' | 'editor' | 'admin';
type Move = {
  from: readonly CourseState[];
  /** `before`: where it was when it was trashed. `gone`: there is nothing left of it. */
  to: CourseState | 'before' | 'gone';
  who: readonly Mover[];
  reason?: 'required' | 'optional';
};

/** Every way a person can move a course from one state to another. What is not here is refused. */
export const courseMoves = {
  submit: { from: ['draft'], to: 'in_review', who: ['owner', 'editor'] },
  withdraw: { from: ['in_review'], to: 'draft', who: ['owner', 'editor'] },
  publish: { from: ['draft', 'in_review', 'offline'], to: 'published', who: ['editor'] },
  reject: { from: ['in_review'], to: 'draft', who: ['editor'], reason: 'required' },
  offline: { from: ['published'], to: 'offline', who: ['editor'], reason: 'optional' },
  archive: { from: ['offline'], to: 'archived', who: ['editor'], reason: 'optional' },
  reopen: { from: ['archived'], to: 'offline', who: ['editor'] },
  trash: { from: ['draft', 'in_review', 'offline', 'archived'], to: 'trashed', who: ['editor'], reason: 'optional' },
  restore: { from: ['trashed'], to: 'before', who: ['owner', 'editor'] },
  purge: { from: ['trashed'], to: 'gone', who: ['admin'] },
} as const satisfies Record<string, Move>;
export type CourseMove = keyof typeof courseMoves;
export const courseMoveNames = Object.keys(courseMoves) as [CourseMove, ...CourseMove[]];

/** `isOwner`: owns it. `isEditor`: is named among its people as one who edits it, or teaches it. */
export type CoursePerson = { roleId: number; isOwner: boolean; isEditor: boolean; inScope: boolean };

export function isLegalCourseMove(move: CourseMove, state: CourseState): boolean {
  return (courseMoves[move].from as readonly CourseState[]).includes(state);
}

export function mayMoveCourse(person: CoursePerson, move: CourseMove, state: CourseState): boolean {
  // What was never shown to anybody is its owner's to throw away.
  if (move === 'trash' && person.isOwner && state === 'draft') return true;
  const who = courseMoves[move].who as readonly Mover[];
  return (
    (who.includes('owner') && person.isOwner) ||
    (who.includes('editor') && person.inScope && hasAbility(person.roleId, 'editor')) ||
    (who.includes('admin') && person.inScope && hasAbility(person.roleId, 'admin'))
  );
}

/** The moves that this person can make right now: what the page offers, and all that the server accepts. */
export function courseMovesFor(person: CoursePerson, state: CourseState): CourseMove[] {
  return courseMoveNames.filter((move) => isLegalCourseMove(move, state) && mayMoveCourse(person, move, state));
}

/** May this person change the course and its catalogue? What is archived or in the trash is not edited. */
export function mayEditCourse(person: CoursePerson, state: CourseState): boolean {
  if (state === 'trashed' || state === 'archived') return false;
  return (person.inScope && hasAbility(person.roleId, 'editor')) || person.isOwner || person.isEditor;
}
