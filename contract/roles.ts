/** A lower roleId has more power. */
export const roleIds = [1, 2, 3, 4] as const;
export type RoleId = (typeof roleIds)[number];

/** The highest (least powerful) roleId that has the ability. */
export const abilityThresholds = { superAdmin: 2, admin: 2, editor: 3, user: 4 } as const;
export type Ability = keyof typeof abilityThresholds;

export function hasAbility(roleId: number, ability: Ability): boolean {
  return roleId >= 1 && roleId <= abilityThresholds[ability];
}

/** Values of permission flags and of a user's access. */
export const accessFlag = { allow: 0, forbid: 1 } as const;
export type AccessFlag = (typeof accessFlag)[keyof typeof accessFlag];
