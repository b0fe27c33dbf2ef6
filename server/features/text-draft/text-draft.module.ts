import type { EditLockService } from '../edit-lock/public.ts';
import { requireFreeWith, TextDraftService } from './text-draft.service.ts';
export function textDraftModule({ locks }: { locks: EditLockService }) {
  return { drafts: new TextDraftService(locks), requireFree: requireFreeWith(locks) };
}
