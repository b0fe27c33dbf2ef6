import type { RouteId } from '@lectern/contract/routes.ts';

/** What each page that is not built yet will hold. A page that gets built loses its line here. */
const sentences: Partial<Record<RouteId, string>> = {
  'home.my':
    'It will hold what you uploaded and edit: drafts, work in progress, what needs you, what is published, and your trash.',
  'home.collect':
    'It will hold your favourites in folders, with your notes, and tell you when one of them changed or went offline.',
  'email.list': 'It will hold the messages to staff: drafts, scheduled and sent ones, with who received each of them.',
  'resource.library':
    'It will hold the libraries and folders into which documents, video, audio and images are brought in.',
  'resource.column': 'It will hold the tree of columns that the front site shows, and the resources in each.',
  'resource.info': 'It will hold every resource of all libraries in one list, searchable down to the words inside.',
  'course.subject': 'It will hold the tree of academic subjects, with their colleges and courses.',
  'course.list': 'It will hold the courses, with teachers, chapters, resources and how complete each of them is.',
  'data.resource':
    'It will hold the figures of the collection: growth, storage, formats, and how much of it can be searched.',
  'data.accessStat': 'It will hold how resources are used: by whom, when, how long, compared over time.',
  'data.accessRecord': 'It will hold the single visits behind the statistics: who opened what, when and for how long.',
  'handle.subtitle': 'It will hold the subtitles of each video by language, with their quality problems and an editor.',
  'page.resourceRecommend':
    'It will hold the places of the front site’s home page and the resources recommended in them.',
  'system.subject': 'It will hold the colleges of the university.',
  'system.department': 'It will hold the tree of departments with their codes, which decide who sees whose data.',
  'system.role': 'It will hold the positions, each with its role, permission group and data scope.',
  'system.task':
    'It will hold your to-dos: those that the system makes, such as requests for access, and those people write.',
  'system.accessGroup': 'It will hold the permission groups: which pages each allows or forbids, and for whom.',
  'system.audit': 'It will hold who did what to which object and when, with the values before and after.',
  'system.apiKey': 'It will hold the keys with which the front site and other systems call Lectern.',
};

export const later = {
  notBuilt: 'This page is not built yet.',
  detail: 'It will show one entry of “{list}” with everything that belongs to it.',
  unknown: 'What it will hold is not decided yet.',
  nothingLost: 'Nothing is hidden here: there is no data behind it yet.',
  sentences,
};

export type LaterTexts = typeof later;
