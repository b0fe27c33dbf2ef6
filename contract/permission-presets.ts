import { grantablePaths } from './access.ts';
import { type AccessFlag, accessFlag, type RoleId } from './roles.ts';
import type { PagePath } from './routes.ts';

export const presetRoles = [2, 3, 4] as const satisfies readonly RoleId[];
type PresetRole = (typeof presetRoles)[number];

const own: readonly PagePath[] = ['/app/home/my', '/app/home/collect', '/app/resource/library'];

/** Pages for everyone with the editor ability, in addition to their own content. */
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

/** Typical rules of a group for people with this role; other pages stay unset. */
export function presetRules(role: PresetRole): Record<string, AccessFlag> {
  const paths = role === 2 ? grantablePaths() : role === 3 ? specialist : own;
  return Object.fromEntries(paths.map((path) => [path, accessFlag.allow]));
}
