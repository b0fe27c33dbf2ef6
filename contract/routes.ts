import type { IconName, iconNames } from './icons.ts';
import type { RouteRecord } from './route-record.ts';

/**
 * The only table of pages, read by the router, menu, breadcrumb, area switcher, permission screen and the server's
 * permission rules. Its order is the menu order.
 */
const records = [
  { id: 'root', name: 'Lectern', path: '/', redirect: '/app/home/my', hideInMenu: true },
  { id: 'auth', name: 'Log in', path: '/app/auth', layout: false, hideInHeader: true, hideInMenu: true },

  { id: 'home', name: 'Personal centre', path: '/app/home', icon: 'home', activeIcon: 'homeFilled' },
  page('home.my', 'My resources', '/app/home/my', 'home', 'home'),
  page('home.collect', 'My favourites', '/app/home/collect', 'home', 'star'),
  { ...page('home.profile', 'Profile', '/app/home/profile', 'home', 'person'), access: 'user', hideInMenu: true },

  {
    id: 'email',
    name: 'Email management',
    path: '/app/email',
    icon: 'mail',
    activeIcon: 'mailFilled',
    hideInMenu: true,
  },
  page('email.list', 'Email list', '/app/email/list', 'email', 'mail'),
  detail('email.detail', 'Email detail', '/app/email/list/detail/{id}', 'email.list'),

  { id: 'resource', name: 'Resource management', path: '/app/resource', icon: 'folder', activeIcon: 'folderFilled' },
  page('resource.library', 'Resource library', '/app/resource/library', 'resource', 'folder'),
  page('resource.column', 'Resource columns', '/app/resource/column', 'resource', 'columns'),
  page('resource.info', 'All resources', '/app/resource/info', 'resource', 'list'),
  detail('resource.document', 'Document', '/app/resource/info/detail/{id}', 'resource.info'),
  detail('resource.video', 'Video', '/app/resource/info/videoDetail/{id}', 'resource.info'),
  detail('resource.audio', 'Audio', '/app/resource/info/audioDetail/{id}', 'resource.info'),
  detail('resource.image', 'Image', '/app/resource/info/imgDetail/{id}', 'resource.info'),

  { id: 'course', name: 'Courses', path: '/app/course', icon: 'course', activeIcon: 'courseFilled' },
  page('course.subject', 'Subject management', '/app/course/subject', 'course', 'book'),
  page('course.list', 'Course management', '/app/course/list', 'course', 'course'),
  detail('course.detail', 'Course detail', '/app/course/list/detail/{id}', 'course.list'),
  detail('course.chapter', 'Course chapter detail', '/app/course/list/catalog/detail/{id}', 'course.list'),

  { id: 'data', name: 'Statistics centre', path: '/app/data', icon: 'chart', activeIcon: 'chartFilled' },
  page('data.resource', 'Resource statistics overview', '/app/data/resource', 'data', 'chart'),
  page('data.accessStat', 'Resource access statistics', '/app/data/accessStat', 'data', 'activity'),
  page('data.accessRecord', 'Resource access records', '/app/data/accessRecord', 'data', 'records'),
  page('data.convert', 'Format conversion records', '/app/data/convert', 'data', 'convert'),

  { id: 'sensitive', name: 'Sensitive resources', path: '/app/sensitive', icon: 'shield', activeIcon: 'shieldFilled' },
  page('sensitive.word', 'Sensitive word library', '/app/sensitive/word', 'sensitive', 'shield'),
  page('sensitive.resource', 'Sensitive resources', '/app/sensitive/resource', 'sensitive', 'shieldAlert'),
  detail('sensitive.document', 'Review', '/app/sensitive/resource/detail/{id}', 'sensitive.resource'),
  detail('sensitive.video', 'Video review', '/app/sensitive/resource/videoDetail/{id}', 'sensitive.resource'),
  detail('sensitive.audio', 'Audio review', '/app/sensitive/resource/audioDetail/{id}', 'sensitive.resource'),
  detail('sensitive.image', 'Image review', '/app/sensitive/resource/imgDetail/{id}', 'sensitive.resource'),

  { id: 'handle', name: 'Resource processing', path: '/app/handle', icon: 'scan', activeIcon: 'scanFilled' },
  page('handle.img', 'OCR image recognition', '/app/handle/img', 'handle', 'scan'),
  detail('handle.imgDetail', 'OCR detail', '/app/handle/imgDetail/{id}', 'handle.img'),
  page('handle.asr', 'Speech recognition', '/app/handle/asr', 'handle', 'microphone'),
  detail('handle.asrVideo', 'Video transcript', '/app/handle/asrVideoDetail/{id}', 'handle.asr'),
  detail('handle.asrAudio', 'Audio transcript', '/app/handle/asrAudioDetail/{id}', 'handle.asr'),
  page('handle.subtitle', 'Video subtitles', '/app/handle/subtitle', 'handle', 'captions'),
  page('handle.ai', 'AI summary', '/app/handle/ai', 'handle', 'sparkle'),

  { id: 'page', name: 'Page configuration', path: '/app/page', icon: 'layout', activeIcon: 'layoutFilled' },
  page('page.resourceRecommend', 'Home-page recommended resources', '/app/page/resourceRecommend', 'page', 'layout'),

  {
    id: 'system',
    name: 'System management',
    path: '/app/system',
    icon: 'gear',
    activeIcon: 'gearFilled',
    hideInMenu: true,
  },
  page('system.subject', 'College management', '/app/system/subject', 'system', 'college'),
  page('system.department', 'Department management', '/app/system/department', 'system', 'department'),
  page('system.role', 'Position management', '/app/system/role', 'system', 'position'),
  page('system.systemAdmin', 'User management', '/app/system/systemAdmin', 'system', 'people'),
  { ...page('system.task', 'To-do tasks', '/app/system/task', 'system', 'task'), hideInMenu: true },
  {
    ...page('system.accessGroup', 'Permission group assignment', '/app/system/accessGroup', 'system', 'key'),
    access: 'superAdmin',
    hideInMenu: true,
  },
  { ...page('system.audit', 'Audit log', '/app/system/audit', 'system', 'audit'), access: 'superAdmin' },
  page('system.health', 'Health', '/app/system/health', 'system', 'health'),
  page('system.settings', 'Settings', '/app/system/settings', 'system', 'sliders'),
  page('system.apiKey', 'API keys', '/app/system/apiKey', 'system', 'key'),

  { id: 'forbidden', name: 'Access forbidden', path: '/403', hideInMenu: true },
  { id: 'notFound', name: 'Not found', path: '/404', hideInMenu: true },
] as const satisfies readonly RouteRecord[];

type BaseIcon = (typeof iconNames)[number];

function page<const Id extends string, const Path extends string, const ParentId extends string>(
  id: Id,
  name: string,
  path: Path,
  parentId: ParentId,
  icon: BaseIcon,
) {
  const activeIcon: IconName = `${icon}Filled`;
  return { id, name, path, icon, activeIcon, access: 'routeFilter', parentId } as const;
}

/** Detail pages have no `access`; they inherit their list page's. */
function detail<const Id extends string, const Path extends string, const ParentId extends string>(
  id: Id,
  name: string,
  path: Path,
  parentId: ParentId,
) {
  return { id, name, path, hideInMenu: true, parentId } as const;
}

/** Pages that also list resources; anyone who may open one of them may open the resource details. */
const resourcesElsewhere = ['resource.library', 'home.my', 'home.collect', 'resource.column'] as const;
/** Processing lists show jobs by resource. */
const workElsewhere = ['data.convert', 'handle.img', 'handle.asr', 'handle.subtitle', 'handle.ai'] as const;
/** Reviewers need the files and texts of the resource. */
const reviewsElsewhere = ['sensitive.resource'] as const;
const alsoListed: Partial<Record<string, readonly RouteId[]>> = Object.fromEntries(
  (['resource.document', 'resource.video', 'resource.audio', 'resource.image'] as const).map((id) => [
    id,
    [...resourcesElsewhere, ...workElsewhere, ...reviewsElsewhere],
  ]),
);

export type RouteId = (typeof records)[number]['id'];
export type PagePath = (typeof records)[number]['path'];
export type Route = Omit<RouteRecord, 'id' | 'path' | 'parentId'> & {
  id: RouteId;
  path: PagePath;
  parentId?: RouteId;
};

export const routes: readonly Route[] = records;

const routesById = new Map<string, Route>(routes.map((route) => [route.id, route]));

export function findRoute(id: string): Route | undefined {
  return routesById.get(id);
}

export function getRoute(id: RouteId): Route {
  const route = routesById.get(id);
  if (!route) throw new Error(`No route record has the id ${id}`);
  return route;
}

export function parentOf(route: Route): Route | undefined {
  return route.parentId ? routesById.get(route.parentId) : undefined;
}

/** The pages that lead to a detail page: first its list page, then others that list the same objects. */
export function pagesLeadingTo(id: RouteId): readonly [PagePath, ...PagePath[]] {
  const list = parentOf(getRoute(id));
  if (!list) throw new Error(`Nothing leads to ${id}`);
  return [list.path, ...(alsoListed[id] ?? []).map((other) => getRoute(other).path)];
}

export function childrenOf(id: RouteId): Route[] {
  return routes.filter((route) => route.parentId === id);
}

export function hasParameter(route: Route): boolean {
  return route.path.includes('{');
}

/** From the top-level group down to the page. */
export function trailOf(route: Route): Route[] {
  const parent = parentOf(route);
  return parent ? [...trailOf(parent), route] : [route];
}

/** The route that matches a browser path; path parameters match any segment. */
export function matchRoute(pathname: string): Route | undefined {
  const segments = pathname.replace(/\/+$/, '').split('/');
  return routes.find((route) => {
    const own = route.path === '/' ? [''] : route.path.split('/');
    return (
      own.length === segments.length &&
      own.every((part, index) => (part.startsWith('{') ? Boolean(segments[index]) : part === segments[index]))
    );
  });
}
