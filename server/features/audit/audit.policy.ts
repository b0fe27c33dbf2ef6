import { isDeepStrictEqual } from 'node:util';
import type { AuditRow } from '@lectern/contract/features/audit.ts';
import type { Principal } from '../../platform/http/principal.ts';

/** IP addresses are visible only to the super administrator role, not to everyone with the ability. */
export function maySeeAddresses({ roleId }: Pick<Principal, 'roleId'>): boolean {
  return roleId === 1;
}

export function changedFieldsOf({ before, after }: Pick<AuditRow, 'before' | 'after'>): string[] {
  const fields = new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})]);
  return [...fields].filter((field) => !isDeepStrictEqual(before?.[field] ?? null, after?.[field] ?? null));
}

const uuid = /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/g;
/** Ids beyond this number stay unresolved. */
const mostNamed = 500;

/** All UUIDs in the values of an entry. */
export function idsIn({ before, after }: Pick<AuditRow, 'before' | 'after'>): string[] {
  const found = JSON.stringify([before, after]).match(uuid) ?? [];
  return [...new Set(found)].slice(0, mostNamed);
}
