import { hasAbility } from '../roles.ts';

export const resourceKinds = ['document', 'video', 'audio', 'image'] as const;
export type ResourceKind = (typeof resourceKinds)[number];

export const resourceStates = [
  'draft',
  'processing',
  'ready',
  'in_review',
  'rejected',
  'published',
  'offline',
  'blocked',
  'trashed',
  'purged',
] as const;
export type ResourceState = (typeof resourceStates)[number];

/** Who may: the owner, editors within their data scope (the owner's own power counts, too), or administrators. */
type Mover = 'owner' | 'editor' | 'admin';
type Move = {
  from: readonly ResourceState[];
  /** `before`: where it was when it was trashed. */
  to: ResourceState | 'before';
  who: readonly Mover[];
  /** Asks why, in a few words. */
  reason?: 'required' | 'optional';
};

/**
 * Every way a person can move a resource from one state to another. What is not here is refused. The machine has moves
 * of its own: draft → processing → ready, and blocked by a sensitive hit.
 */
export const resourceMoves = {
  submit: { from: ['draft', 'ready'], to: 'in_review', who: ['owner', 'editor'] },
  withdraw: { from: ['in_review'], to: 'ready', who: ['owner', 'editor'] },
  publish: { from: ['ready', 'in_review', 'offline'], to: 'published', who: ['editor'] },
  reject: { from: ['in_review'], to: 'rejected', who: ['editor'], reason: 'required' },
  offline: { from: ['published'], to: 'offline', who: ['editor'], reason: 'optional' },
  trash: {
    from: ['draft', 'processing', 'ready', 'in_review', 'rejected', 'offline', 'blocked'],
    to: 'trashed',
    who: ['editor'],
    reason: 'optional',
  },
  restore: { from: ['trashed'], to: 'before', who: ['owner', 'editor'] },
  purge: { from: ['trashed'], to: 'purged', who: ['admin'] },
} as const satisfies Record<string, Move>;
export type ResourceMove = keyof typeof resourceMoves;
export const resourceMoveNames = Object.keys(resourceMoves) as [ResourceMove, ...ResourceMove[]];

/** States in which the owner may throw away what is theirs, without asking anybody. */
const ownersTrash: readonly ResourceState[] = ['draft', 'processing', 'ready', 'rejected'];

/** What the judge needs to know of a person: `inScope`, whether the resource lies within their data scope. */
export type Person = { roleId: number; isOwner: boolean; inScope: boolean };

export function isLegalMove(move: ResourceMove, state: ResourceState): boolean {
  return (resourceMoves[move].from as readonly ResourceState[]).includes(state);
}

export function mayMove(person: Person, move: ResourceMove, state: ResourceState): boolean {
  if (move === 'trash' && person.isOwner && ownersTrash.includes(state)) return true;
  const who = resourceMoves[move].who as readonly Mover[];
  return (
    (who.includes('owner') && person.isOwner) ||
    (who.includes('editor') && person.inScope && hasAbility(person.roleId, 'editor')) ||
    (who.includes('admin') && hasAbility(person.roleId, 'admin'))
  );
}

/** The moves that this person can make right now: what the page offers, and all that the server accepts. */
export function movesFor(person: Person, state: ResourceState): ResourceMove[] {
  return resourceMoveNames.filter((move) => isLegalMove(move, state) && mayMove(person, move, state));
}

/** May this person change what the resource says of itself? Nothing in the trash is edited. */
export function mayEditResource(person: Person, state: ResourceState): boolean {
  if (state === 'trashed' || state === 'purged') return false;
  return (person.inScope && hasAbility(person.roleId, 'editor')) || person.isOwner;
}
