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

/**
 * `owner`: owns the resource. `editor`: has the editor ability and the resource in their data scope. `admin`: the same
 * with the admin ability.
 */
type Mover = 'owner' | 'editor' | 'admin';
type Move = {
  from: readonly ResourceState[];
  /** `before`: the state it was trashed in. */
  to: ResourceState | 'before';
  who: readonly Mover[];
  /** Whether the move asks for a reason. */
  reason?: 'required' | 'optional';
};

/**
 * All state changes people can make; anything else is refused. Lectern itself moves resources from draft through
 * processing to ready, and blocks them when a sensitive word matches.
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

/** States in which owners may trash their resources without anyone's approval. */
const ownersTrash: readonly ResourceState[] = ['draft', 'processing', 'ready', 'rejected'];

/** A person in relation to a resource; `inScope`: it lies within their data scope. */
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
    (who.includes('admin') && person.inScope && hasAbility(person.roleId, 'admin'))
  );
}

/** The moves this person can make now: what the page offers and the server accepts. */
export function movesFor(person: Person, state: ResourceState): ResourceMove[] {
  return resourceMoveNames.filter((move) => isLegalMove(move, state) && mayMove(person, move, state));
}

/** Whether this person may edit the metadata. Resources in Trash can't be edited. */
export function mayEditResource(person: Person, state: ResourceState): boolean {
  if (state === 'trashed' || state === 'purged') return false;
  return (person.inScope && hasAbility(person.roleId, 'editor')) || person.isOwner;
}
