export type { RequireFree } from './require-free.ts';
export type { Drafted, KeptDraft, TextDraftService } from './text-draft.service.ts';
