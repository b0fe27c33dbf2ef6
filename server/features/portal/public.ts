export { findCourseCover, publishedMedia } from './published-media.ts';
export { listShownSubtitles } from './resource-detail.repository.ts';
