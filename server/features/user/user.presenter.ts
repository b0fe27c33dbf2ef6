import type { UserColumns } from './user.repository.ts';

const names = {
  name: 'name',
  email: 'email',
  phone: 'phone',
  role_id: 'roleId',
  access: 'access',
  department_id: 'departmentId',
  position_id: 'positionId',
} as const satisfies Record<keyof UserColumns, string>;

/** Columns as the API calls them. */
export function presentColumns(columns: Partial<Record<keyof UserColumns, unknown>>): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(columns).map(([column, value]) => [names[column as keyof UserColumns], value]),
  );
}
