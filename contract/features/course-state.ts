import { hasAbility } from '../roles.ts';

export const courseStates = ['draft', 'in_review', 'published', 'offline', 'archived', 'trashed'] as const;
export type CourseState = (typeof courseStates)[number];

/**
 * `owner`: owns the course. `editor`: has the editor ability and the course in their data scope. `admin`: the same
 * with the admin ability.
 */
type Mover = 'owner' | 'editor' | 'admin';
type Move = {
  from: readonly CourseState[];
  /** `before`: the state it was trashed in. `gone`: deleted permanently. */
  to: CourseState | 'before' | 'gone';
  who: readonly Mover[];
  reason?: 'required' | 'optional';
};

/** All state changes people can make; anything else is refused. */
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

/** `isEditor`: listed as an editor or teacher of the course. */
export type CoursePerson = { roleId: number; isOwner: boolean; isEditor: boolean; inScope: boolean };

export function isLegalCourseMove(move: CourseMove, state: CourseState): boolean {
  return (courseMoves[move].from as readonly CourseState[]).includes(state);
}

export function mayMoveCourse(person: CoursePerson, move: CourseMove, state: CourseState): boolean {
  // Owners may delete their own drafts, because nobody else has ever seen them.
  if (move === 'trash' && person.isOwner && state === 'draft') return true;
  const who = courseMoves[move].who as readonly Mover[];
  return (
    (who.includes('owner') && person.isOwner) ||
    (who.includes('editor') && person.inScope && hasAbility(person.roleId, 'editor')) ||
    (who.includes('admin') && person.inScope && hasAbility(person.roleId, 'admin'))
  );
}

/** The moves this person can make now: what the page offers and the server accepts. */
export function courseMovesFor(person: CoursePerson, state: CourseState): CourseMove[] {
  return courseMoveNames.filter((move) => isLegalCourseMove(move, state) && mayMoveCourse(person, move, state));
}

/** Whether this person may edit the course and its catalogue. Archived and trashed courses can't be edited. */
export function mayEditCourse(person: CoursePerson, state: CourseState): boolean {
  if (state === 'trashed' || state === 'archived') return false;
  return (person.inScope && hasAbility(person.roleId, 'editor')) || person.isOwner || person.isEditor;
}
