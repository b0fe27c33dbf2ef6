import { hasAbility } from '@lectern/contract/roles.ts';
import type { Principal } from '../../platform/http/principal.ts';

type LibraryFacts = {
  kind: string;
  collegeId: string | null;
  ownerId: string | null;
  contributors: string;
  disabled: boolean;
};
type LibraryRow = {
  kind: string;
  college_id: string | null;
  owner_id: string | null;
  contributors: string;
  disabled: boolean;
};

export function factsOf({ kind, college_id, owner_id, contributors, disabled }: LibraryRow): LibraryFacts {
  return { kind, collegeId: college_id, ownerId: owner_id, contributors, disabled };
}

/** The person, with their department's college. */
export type LibraryPerson = Pick<Principal, 'userId' | 'roleId'> & { collegeId: string | null };

/** Administrators see all libraries; others see all except other people's personal ones. */
export function mayLookInto(person: LibraryPerson, library: LibraryFacts): boolean {
  return library.kind !== 'personal' || library.ownerId === person.userId || hasAbility(person.roleId, 'admin');
}

export function mayManageLibrary(person: LibraryPerson, library: LibraryFacts): boolean {
  if (hasAbility(person.roleId, 'admin')) return true;
  if (library.kind === 'personal') return library.ownerId === person.userId;
  if (!hasAbility(person.roleId, 'editor')) return false;
  return library.kind === 'school' || library.collegeId === person.collegeId;
}

export function mayAddToLibrary(person: LibraryPerson, library: LibraryFacts): boolean {
  if (library.disabled) return false;
  return mayManageLibrary(person, library) || (library.kind !== 'personal' && library.contributors === 'everyone');
}

/** Contributors need the whole tree to file uploads; readers see only folders with something they may read. */
export function seesEveryFolder(person: LibraryPerson, library: LibraryFacts): boolean {
  return mayAddToLibrary(person, library) || mayManageLibrary(person, library);
}
