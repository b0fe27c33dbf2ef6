import type { IconName } from './icons.ts';

/** Who may open a page: the route filter, or an ability of the role. */
export type AccessRule = 'routeFilter' | 'superAdmin' | 'admin' | 'editor' | 'user';

export type RouteRecord = {
  /** Referenced by `parentId` and by the `route` parameter of the page-data loader. */
  id: string;
  name: string;
  /** `{id}` matches one path segment. */
  path: string;
  icon?: IconName;
  activeIcon?: IconName;
  /** Default: the nearest ancestor's rule. */
  access?: AccessRule;
  hideInMenu?: boolean;
  hideInHeader?: boolean;
  /** false for pages without the global layout. */
  layout?: false;
  redirect?: string;
  parentId?: string;
};
