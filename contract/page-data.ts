import { z } from 'zod';
import { pageDataPath } from './constants.ts';
import { defineEndpoint, type Endpoint } from './endpoint.ts';
import { listSessions } from './features/auth.ts';
import { listColumnItems, listColumns } from './features/column.ts';
import { favouriteQuery, listFavouriteFolders, listFavourites } from './features/favourite.ts';
import { getHealthReport, listSupportBundles } from './features/health.ts';
import { getMyStorage, listFolders, listLibraries } from './features/library.ts';
import { myTasks } from './features/my-tasks.ts';
import { listMyActivity } from './features/profile.ts';
import {
  getResource,
  libraryResourceList,
  listLibraryResources,
  listMyResources,
  listResources,
  myResourceList,
  neighbours,
  resourceList,
  resourceLists,
} from './features/resource.ts';
import { getPublicSettings, getSettings } from './features/settings.ts';
import { getSignOn } from './features/sign-on.ts';
import { listUsers, userList } from './features/user.ts';
import { listData, type PageDataCall } from './page-data-call.ts';
import type { RouteId } from './routes.ts';

/**
 * Requests whose responses each page shows first. The page-data loader runs them in one request with the usual
 * permission checks, and the web client seeds its cache with the responses. Endpoint declarations that only one page
 * needs are imported lazily, through a `*-page-data.ts`, to keep them out of the app's first load.
 */
const pageData: Partial<Record<RouteId, (url: URL) => PageDataCall[] | Promise<PageDataCall[]>>> = {
  'home.profile': () => [{ endpoint: listSessions }, { endpoint: listMyActivity }, { endpoint: getSignOn }],
  'home.my': (url) => [
    ...listData(myResourceList, listMyResources, url),
    { endpoint: getMyStorage },
    { endpoint: listLibraries },
  ],
  'resource.library': (url) => {
    const id = url.searchParams.get('library');
    return [
      ...listData(libraryResourceList, listLibraryResources, url),
      { endpoint: listLibraries },
      ...(id && !id.includes(',') ? [{ endpoint: listFolders, params: { id } }] : []),
    ];
  },
  'resource.info': (url) => listData(resourceList, listResources, url),
  'resource.document': resourceData,
  'resource.video': resourceData,
  'resource.audio': resourceData,
  'resource.image': resourceData,
  'home.collect': (url) => [
    { endpoint: listFavouriteFolders },
    { endpoint: listFavourites, query: favouriteQuery(url.searchParams) },
  ],
  'resource.column': (url) => {
    const id = url.searchParams.get('id');
    const content = !url.searchParams.has('tab');
    return [{ endpoint: listColumns }, ...(id && content ? [{ endpoint: listColumnItems, params: { id } }] : [])];
  },
  'course.subject': async () => (await coursePageData()).subjectData(),
  'course.list': async (url) => (await coursePageData()).courseListData(url),
  'course.detail': async (url) => (await coursePageData()).courseData(url),
  'course.chapter': async (url) => (await coursePageData()).chapterData(url),
  'page.resourceRecommend': async () => [
    { endpoint: (await import('./features/home-page.ts')).getHomeDraft, quiet: true },
  ],
  'data.resource': async (url) => (await statisticsPageData()).libraryStatData(url),
  'data.accessStat': async (url) => (await statisticsPageData()).accessStatData(url),
  'data.accessRecord': async (url) => (await statisticsPageData()).accessRecordData(url),
  'data.convert': async (url) => (await workPageData()).workData(url),
  'handle.img': async (url) => (await workPageData()).ocrData(url),
  'handle.asr': async (url) => (await workPageData()).asrData(url),
  'handle.ai': async (url) => (await workPageData()).summaryData(url),
  'sensitive.resource': async (url) => (await reviewPageData()).reviewListData(url),
  'sensitive.document': reviewData,
  'sensitive.video': reviewData,
  'sensitive.audio': reviewData,
  'sensitive.image': reviewData,
  'sensitive.word': async (url) => (await reviewPageData()).sensitiveWordData(url),
  'email.list': async (url) => (await import('./mail-page-data.ts')).mailListData(url),
  'email.detail': async (url) => (await import('./mail-page-data.ts')).mailData(url),
  'system.task': async (url) => (await systemPageData()).taskData(url),
  'system.audit': async (url) => (await systemPageData()).auditData(url),
  'system.accessGroup': async (url) => (await systemPageData()).permissionGroupData(url),
  'system.apiKey': async (url) => (await systemPageData()).apiKeyData(url),
  'system.systemAdmin': (url) => listData(userList, listUsers, url),
  'system.health': () => [{ endpoint: getHealthReport }, { endpoint: listSupportBundles }],
  'system.settings': () => [{ endpoint: getSettings }],
};

/** The frame shows the platform's name, its announcement and the user's tasks on every page. */
const frameData: PageDataCall[] = [
  { endpoint: getPublicSettings, quiet: true },
  { endpoint: myTasks, quiet: true },
];

/** A page's first calls, including those of the frame around it; none if the page declares none. */
export function firstCalls(routeId: RouteId, url: URL): PageDataCall[] | Promise<PageDataCall[]> {
  const own = pageData[routeId]?.(url) ?? [];
  return own instanceof Promise ? own.then(withFrame) : withFrame(own);
}

function withFrame(own: PageDataCall[]): PageDataCall[] {
  return own.length > 0 ? [...own, ...frameData] : own;
}

const statisticsPageData = () => import('./statistics-page-data.ts');
const coursePageData = () => import('./course-page-data.ts');
const workPageData = () => import('./work-page-data.ts');
const reviewPageData = () => import('./review-page-data.ts');
const systemPageData = () => import('./system-page-data.ts');

async function reviewData(url: URL): Promise<PageDataCall[]> {
  return (await reviewPageData()).reviewData(url);
}

/** The URL ends with the resource's ID, and may name the list it was opened from. */
function resourceData({ pathname, searchParams }: URL): PageDataCall[] | Promise<PageDataCall[]> {
  const params = { id: pathname.split('/').at(-1) ?? '' };
  const resource: PageDataCall = { endpoint: getResource, params, quiet: true };
  const list = searchParams.get('list');
  if (!list) return [resource];
  const query = { list, view: searchParams.get('view') ?? '' };
  if (resourceLists.some(({ id }) => id === list)) return [resource, { endpoint: neighbours, params, query }];
  const row = searchParams.get('row');
  return workPageData().then(({ workWalk }) => [resource, workWalk(params, { ...query, ...(row && { row }) })]);
}

/** Used as key both in the web client's query cache and in the page-data response. */
export function callKey(
  endpoint: Pick<Endpoint, 'id'>,
  request: { params?: Record<string, unknown>; query?: Record<string, unknown> } = {},
): string {
  const sorted = (fields: Record<string, unknown> = {}) =>
    Object.entries(fields)
      .filter(([, value]) => value !== undefined)
      .map(([name, value]) => [name, String(value)] as const)
      .sort(([left], [right]) => (left < right ? -1 : 1));
  return JSON.stringify([endpoint.id, sorted(request.params), sorted(request.query)]);
}

export const loadPageData = defineEndpoint({
  id: 'pageData.load',
  method: 'GET',
  path: pageDataPath,
  unprefixed: true,
  access: { kind: 'signedIn' },
  carrier: 'cookie',
  summary: 'Get the first data of a page by route ID, in one request',
  query: z.strictObject({ route: z.string().max(100), url: z.string().max(4000) }),
  output: z.strictObject({
    calls: z.array(z.strictObject({ key: z.string(), status: z.number(), message: z.string(), data: z.unknown() })),
  }),
});
export type PageData = z.output<(typeof loadPageData)['output']>;
