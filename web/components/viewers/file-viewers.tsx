import { apiBase } from '@lectern/contract/constants.ts';
import type { ResourceDetailView, ResourceVersion } from '@lectern/contract/features/resource.ts';
import type { ReactNode } from 'react';
import { lazyPart } from '../../lib/lazy-part.tsx';
import { downloadOf } from '../resource/resource-href.ts';

/** One lazily loaded viewer per kind of file. */
export function fileViewers(pending: ReactNode) {
  return {
    pdf: lazyPart(async () => (await import('./pdf/pdf-viewer.tsx')).PdfViewer, pending),
    video: lazyPart(async () => (await import('./media/video-player.tsx')).VideoPlayer, pending),
    audio: lazyPart(async () => (await import('./media/audio-player.tsx')).AudioPlayer, pending),
    image: lazyPart(async () => (await import('./image/image-viewer.tsx')).ImageViewer, pending),
    text: lazyPart(async () => (await import('./text/text-viewer.tsx')).TextViewer, pending),
    none: lazyPart(async () => (await import('./no-preview.tsx')).NoPreview, pending),
  };
}

export const textFormats = ['txt', 'md', 'csv', 'html', 'srt', 'vtt'];

/** Props that every viewer needs. */
export function viewedFile(resource: ResourceDetailView, version: ResourceVersion) {
  return {
    url: apiBase + version.url,
    downloadUrl: downloadOf(version.url),
    title: resource.title,
    picture: version.current && resource.thumbnail ? apiBase + resource.thumbnail : null,
    format: version.format,
    sizeBytes: version.sizeBytes,
  };
}
export type ViewedFile = ReturnType<typeof viewedFile>;
