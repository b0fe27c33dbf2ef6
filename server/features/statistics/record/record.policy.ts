import { isIP, isIPv4 } from 'node:net';
import { hasAbility } from '@lectern/contract/roles.ts';
import type { Principal } from '../../../platform/http/principal.ts';

/** Where people were is for super administrators by role; others see the net that they were in. */
export function maySeeAddresses({ roleId }: Pick<Principal, 'roleId'>): boolean {
  return roleId === 1;
}

/** What one person did one after the other is for administrators. */
export function maySeeVisits({ roleId }: Pick<Principal, 'roleId'>): boolean {
  return hasAbility(roleId, 'admin');
}

/** An address without the part that tells one machine from another. */
export function maskAddress(address: string): string {
  const plain = address.replace(/\/\d+$/, '');
  if (isIPv4(plain)) return `${plain.split('.').slice(0, 2).join('.')}.*.*`;
  if (isIP(plain) === 0) return '*';
  const [first = '', second = ''] = plain.split(':');
  return `${first}:${second}:*`;
}
