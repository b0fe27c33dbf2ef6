import { isDeepStrictEqual } from 'node:util';
import type { AuditRow } from '@lectern/contract/features/audit.ts';
import type { Principal } from '../../platform/http/principal.ts';

/** Where people were is for super administrators by role, not for everybody who has the ability. */
export function maySeeAddresses({ roleId }: Pick<Principal, 'roleId'>): boolean {
  return roleId === 1;
}

/** The fields that differ before and after. */
export function changedFieldsOf({ before, after }: Pick<AuditRow, 'before' | 'after'>): string[] {
  const fields = new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})]);
  return [...fields].filter((field) => !isDeepStrictEqual(before?.[field] ?? null, after?.[field] ?? null));
}

const uuid = /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/g;
/** So many are given a name; who changed more at once reads the rest by their ids. */
const mostNamed = 500;

/** Everything that the values of an entry name by an id. */
export function idsIn({ before, after }: Pick<AuditRow, 'before' | 'after'>): string[] {
  const found = JSON.stringify([before, after]).match(uuid) ?? [];
  return [...new Set(found)].slice(0, mostNamed);
}
