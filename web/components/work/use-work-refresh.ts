import type { Callable } from '../../lib/callable.ts';
import { useLiveRefresh } from '../../lib/use-live-refresh.ts';

/** Follows machine work, of all resources or of one. Progress is reported often, so the pause is longer. */
export function useWorkRefresh(endpoints: readonly Callable[], resourceId?: string): void {
  useLiveRefresh('work', endpoints, { resourceId, pauseMs: 1_500 });
}
