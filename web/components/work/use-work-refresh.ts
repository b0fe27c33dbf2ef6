import type { Callable } from '../../lib/callable.ts';
import { useLiveRefresh } from '../../lib/use-live-refresh.ts';

/**
 * Refreshes on machine work of one or all resources. Progress arrives often, so refreshes are further apart than
 * usual.
 */
export function useWorkRefresh(endpoints: readonly Callable[], resourceId?: string): void {
  useLiveRefresh('work', endpoints, { resourceId, pauseMs: 1_500 });
}
