import type { CurrentUser, Preferences } from '@lectern/contract/features/auth.ts';
import type { RoleId } from '@lectern/contract/roles.ts';
import type { CurrentUserRow } from './account.repository.ts';

export function presentCurrentUser(
  row: CurrentUserRow,
  platform: Pick<CurrentUser, 'timeZone' | 'trashDays'>,
): CurrentUser {
  return {
    id: row.id,
    account: row.account,
    name: row.name,
    email: row.email,
    phone: row.phone,
    roleId: row.role_id as RoleId,
    permissions: row.permissions,
    deptCode: row.department_code,
    department: presentUnit(row.department_id, row.department_code, row.department_name),
    college: presentUnit(row.college_id, row.college_code, row.college_name),
    position: row.position_id === null ? null : { id: row.position_id, name: row.position_name ?? '' },
    mustChangePassword: row.must_change_password,
    preferences: {
      theme: row.theme as Preferences['theme'],
      density: row.density as Preferences['density'],
      language: row.language as Preferences['language'],
    },
    unreadNotifications: row.unread_notifications ?? 0,
    setupHidden: row.setup_hidden,
    ...platform,
    version: row.version,
  };
}

function presentUnit(id: string | null, code: string | null, name: string | null): CurrentUser['department'] {
  return id === null ? null : { id, code: code ?? '', name: name ?? '' };
}
