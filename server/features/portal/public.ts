export { findCourseCover, publishedMedia } from './portal-media.service.ts';
export { listShownSubtitles } from './resource.repository.ts';
