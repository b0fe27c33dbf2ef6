import { subtitleList } from '@lectern/contract/features/subtitle.ts';

type From = {
  language?: string | undefined;
  /** Of the list it was opened from, also where it is the list's first one and empty; absent: it was not. */
  view?: string | null | undefined;
};

/** The editor of a video's subtitles; it remembers the language, and the view of the list it was opened from. */
export function subtitleHref(resourceId: string, { language, view }: From = {}): string {
  const known = { ...(language && { language }), ...(typeof view === 'string' && { view }) };
  return `${subtitleList.page}?${new URLSearchParams({ id: resourceId, ...known })}`;
}
