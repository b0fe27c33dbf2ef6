import { getReadingLock, releaseReadingLock, takeReadingLock } from '@lectern/contract/features/reading-edit.ts';
import { type LockCalls, type LockState, useEditLock } from '../../components/detail/use-edit-lock.ts';
import type { TextSource } from '../../components/work/text-href.ts';

/** The same calls as of other locks; a resource has several texts, and each has a lock of its own. */
const calls = {
  getLock: getReadingLock,
  takeLock: takeReadingLock,
  releaseLock: releaseReadingLock,
} as unknown as LockCalls;

export function useTextLock({ id, source }: { id: string; source: TextSource }, wanted: boolean): LockState {
  return useEditLock(calls, id, wanted, source);
}
