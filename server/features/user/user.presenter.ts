import { satisfiesRule } from '@lectern/contract/access.ts';
import type { effectivePage } from '@lectern/contract/features/user.ts';
import { type Ability, accessFlag, hasAbility, type RoleId } from '@lectern/contract/roles.ts';
import { routes } from '@lectern/contract/routes.ts';
import type { z } from 'zod';
import type { GroupRule, UserColumns } from './user.repository.ts';

const names = {
  name: 'name',
  email: 'email',
  phone: 'phone',
  role_id: 'roleId',
  access: 'access',
  department_id: 'departmentId',
  position_id: 'positionId',
  group_id: 'groupId',
} as const satisfies Record<keyof UserColumns, string>;

export function presentColumns(columns: Partial<Record<keyof UserColumns, unknown>>): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(columns).map(([column, value]) => [names[column as keyof UserColumns], value]),
  );
}

export type EffectivePage = z.output<typeof effectivePage>;
type Reason = EffectivePage['because'][number];

const without = { group: null, flag: null, through: null } as const;

/** Every page with an access rule, whether this person may open it, and why. */
export function presentPages(roleId: RoleId, rules: readonly GroupRule[]): EffectivePage[] {
  const permissions = allowedBy(rules);
  return routes.flatMap((route) => {
    if (!route.access) return [];
    const allowed = satisfiesRule({ roleId, permissions }, route.access, route.path);
    const ability: Ability = route.access === 'routeFilter' ? 'superAdmin' : route.access;
    const groups = route.access === 'routeFilter' ? rules.filter((rule) => rule.path === route.path) : [];
    const because: Reason[] = [
      ...(hasAbility(roleId, ability) ? [{ kind: 'ability' as const, ...without }] : []),
      ...groups.map(({ group, flag, through }) => ({ kind: 'group' as const, group, flag, through })),
    ];
    return [{ path: route.path, allowed, because: because.length > 0 ? because : [{ kind: 'unset', ...without }] }];
  });
}

/** Forbid wins over Allow. */
function allowedBy(rules: readonly GroupRule[]): string[] {
  const forbidden = new Set(rules.filter((rule) => rule.flag === accessFlag.forbid).map((rule) => rule.path));
  return rules.map((rule) => rule.path).filter((path) => !forbidden.has(path));
}
