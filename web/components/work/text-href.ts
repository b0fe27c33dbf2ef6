import type { ResourceKind } from '@lectern/contract/features/resource-state.ts';

export type TextSource = 'ocr' | 'speech';

const pages: Record<ResourceKind, string> = {
  image: 'imgDetail',
  document: 'imgDetail',
  video: 'asrVideoDetail',
  audio: 'asrAudioDetail',
};

/** The page on which the text of a resource is worked on; it remembers the view of the list it was opened from. */
export function textHref(resource: { id: string; kind: ResourceKind }, view = ''): string {
  const query = view && `?${new URLSearchParams({ view })}`;
  return `/app/handle/${pages[resource.kind]}/${resource.id}${query}`;
}

/** What is read with the eye, or heard. */
export function textSourceOf(kind: ResourceKind): TextSource {
  return kind === 'video' || kind === 'audio' ? 'speech' : 'ocr';
}
