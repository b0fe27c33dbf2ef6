export { foldTagUsage } from './fold-tag-usage.ts';
export { ensureTags } from './tag.repository.ts';
export type { TagService } from './tag.service.ts';
