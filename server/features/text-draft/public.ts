export { draftFollower } from './text-draft.repository.ts';
export type { Drafted, KeptDraft, RequireFree, TextDraftService } from './text-draft.service.ts';
