import type { Tag } from '@lectern/contract/features/tag.ts';

/** What is about to be done to tags. */
export type TagDeed = { kind: 'rename' | 'delete'; tag: Tag } | { kind: 'merge' };
