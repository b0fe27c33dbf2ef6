import type { RouteId } from '@lectern/contract/routes.ts';

/** What each page that is not built yet will hold. A page that gets built loses its line here. */
const sentences: Partial<Record<RouteId, string>> = {};

export const later = {
  notBuilt: 'This page is not built yet.',
  detail: 'It will show one entry of “{list}” with everything that belongs to it.',
  unknown: 'What it will hold is not decided yet.',
  nothingLost: 'Nothing is hidden here: there is no data behind it yet.',
  sentences,
};

export type LaterTexts = typeof later;
