import { type AccessFlag, accessFlag, type RoleId } from './roles.ts';
import { type PagePath, routes } from './routes.ts';

/** The groups a new installation starts with; the keys name them in the messages. */
export const starterGroups = ['teacher', 'specialist', 'reviewer', 'courseEditor', 'webEditor'] as const;
export type StarterGroup = (typeof starterGroups)[number];

/** Roles whose new people get a group. Administrators open every page without one. */
export const defaultGroupRoles = [3, 4] as const satisfies readonly RoleId[];
export type DefaultGroupRole = (typeof defaultGroupRoles)[number];
export const starterDefaults: Readonly<Record<DefaultGroupRole, StarterGroup>> = { 3: 'specialist', 4: 'teacher' };

const everyone: readonly PagePath[] = [
  '/app/home/my',
  '/app/home/collect',
  '/app/resource/library',
  '/app/system/task',
];

const pagesOf: Readonly<Record<StarterGroup, readonly PagePath[]>> = {
  teacher: [],
  specialist: routes
    .filter(({ access, parentId }) => access === 'routeFilter' && parentId !== 'email' && parentId !== 'system')
    .map(({ path }) => path),
  reviewer: ['/app/resource/info', '/app/sensitive/word', '/app/sensitive/resource'],
  courseEditor: ['/app/resource/info', '/app/course/subject', '/app/course/list'],
  webEditor: ['/app/resource/info', '/app/resource/column', '/app/page/resourceRecommend'],
};

/** The pages a starter group allows; it forbids none, so people can be in several. */
export function starterRules(group: StarterGroup): Record<string, AccessFlag> {
  return Object.fromEntries([...everyone, ...pagesOf[group]].map((path) => [path, accessFlag.allow]));
}
