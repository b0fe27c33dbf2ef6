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
