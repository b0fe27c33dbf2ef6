import { subtitleList } from '@lectern/contract/features/subtitle.ts';

/** The editor of a video's subtitles; it remembers the language, and the view of the list it was opened from. */
export function subtitleHref(resourceId: string, { language = '', view = '' } = {}): string {
  const params = new URLSearchParams({ id: resourceId, ...(language && { language }), ...(view && { view }) });
  return `${subtitleList.page}?${params}`;
}
