import { useWorkRefresh } from '../../components/work/use-work-refresh.ts';
import type { Callable } from '../../lib/callable.ts';
import { useLiveRefresh } from '../../lib/use-live-refresh.ts';

/** Refetches after summary decisions and the machine work behind them. */
export function useSummaryRefresh(endpoints: readonly Callable[], resourceId?: string): void {
  useWorkRefresh(endpoints, resourceId);
  useLiveRefresh('summary', endpoints, { resourceId });
}
