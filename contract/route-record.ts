import type { IconName } from './icons.ts';

/** How a page decides who may see it: the route filter, or an ability of the role. */
export type AccessRule = 'routeFilter' | 'superAdmin' | 'admin' | 'editor' | 'user';

export type RouteRecord = {
  /** What `parentId` names and what the page-data loader's `route` carries. */
  id: string;
  name: string;
  /** `{id}` stands for one path segment. */
  path: string;
  icon?: IconName;
  activeIcon?: IconName;
  /** Absent: the nearest ancestor's rule. */
  access?: AccessRule;
  hideInMenu?: boolean;
  hideInHeader?: boolean;
  /** false: the page stands alone, without the global layout. */
  layout?: false;
  redirect?: string;
  parentId?: string;
};
