import { grantablePaths } from './access.ts';
import { type AccessFlag, accessFlag, type RoleId } from './roles.ts';
import type { PagePath } from './routes.ts';

/** Roles whose pages come from groups, or would if their ability were taken away. */
export const presetRoles = [2, 3, 4] as const satisfies readonly RoleId[];
type PresetRole = (typeof presetRoles)[number];

const own: readonly PagePath[] = ['/app/home/my', '/app/home/collect', '/app/resource/library'];

/** Where everybody with the editor ability works, besides their own things. */
const specialist: readonly PagePath[] = [
  ...own,
  '/app/resource/column',
  '/app/resource/info',
  '/app/course/subject',
  '/app/course/list',
  '/app/data/resource',
  '/app/data/accessStat',
  '/app/data/accessRecord',
  '/app/data/convert',
  '/app/sensitive/word',
  '/app/sensitive/resource',
  '/app/handle/img',
  '/app/handle/asr',
  '/app/handle/subtitle',
  '/app/handle/ai',
  '/app/page/resourceRecommend',
  '/app/system/task',
];

/** What a group for people of a role usually allows; everything else is left unset. */
export function presetRules(role: PresetRole): Record<string, AccessFlag> {
  const paths = role === 2 ? grantablePaths() : role === 3 ? specialist : own;
  return Object.fromEntries(paths.map((path) => [path, accessFlag.allow]));
}
