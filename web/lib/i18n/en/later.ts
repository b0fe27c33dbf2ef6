import type { RouteId } from '@lectern/contract/routes.ts';

/** What each page that is not built yet will hold. A page that gets built loses its line here. */
const sentences: Partial<Record<RouteId, string>> = {
  'data.resource':
    'It will hold the figures of the collection: growth, storage, formats, and how much of it can be searched.',
  'data.accessStat': 'It will hold how resources are used: by whom, when, how long, compared over time.',
  'data.accessRecord': 'It will hold the single visits behind the statistics: who opened what, when and for how long.',
};

export const later = {
  notBuilt: 'This page is not built yet.',
  detail: 'It will show one entry of “{list}” with everything that belongs to it.',
  unknown: 'What it will hold is not decided yet.',
  nothingLost: 'Nothing is hidden here: there is no data behind it yet.',
  sentences,
};

export type LaterTexts = typeof later;
