import type { Words } from './language.ts';

/** A lower roleId means more power. */
export const roleIds = [1, 2, 3, 4] as const;
export type RoleId = (typeof roleIds)[number];

export const roleNames: Record<RoleId, string> = {
  1: 'Super administrator',
  2: 'Administrator',
  3: 'Recruitment specialist',
  4: 'User',
};
export const roleWords: Record<RoleId, Words> = {
  1: { en: roleNames[1], zh: '超级管理员' },
  2: { en: roleNames[2], zh: '管理员' },
  3: { en: roleNames[3], zh: '招生专员' },
  4: { en: roleNames[4], zh: '用户' },
};

/** The highest roleId that still has the ability. */
export const abilityThresholds = { superAdmin: 2, admin: 2, editor: 3, user: 4 } as const;
export type Ability = keyof typeof abilityThresholds;

export function hasAbility(roleId: number, ability: Ability): boolean {
  return roleId >= 1 && roleId <= abilityThresholds[ability];
}

/** Values of a permission flag, and of a user's access. */
export const accessFlag = { allow: 0, forbid: 1 } as const;
export type AccessFlag = (typeof accessFlag)[keyof typeof accessFlag];
export const accessFlagNames: Record<AccessFlag, string> = { 0: 'Allow', 1: 'Forbid' };
