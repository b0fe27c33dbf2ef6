export type { Drafted, KeptDraft, RequireFree, TextDraftService } from './text-draft.service.ts';
