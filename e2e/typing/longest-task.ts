import type { Browser, Page } from '@playwright/test';

/** Of the page's own thread, in milliseconds: as it took, and as much of it as the thread really computed. */
export type LongestTask = { wall: number; computed: number; tasks: number };

type TraceEvent = { name: string; ph: string; pid: number; tid: number; dur?: number; tdur?: number };

const categories = ['toplevel', 'disabled-by-default-devtools.timeline', '__metadata'];

/**
 * What the longest task was while something was done. A machine that does other things as well lets tasks wait in the
 * middle; what was computed tells of the page alone.
 */
export async function longestTask(browser: Browser, page: Page, action: () => Promise<void>): Promise<LongestTask> {
  await browser.startTracing(page, { categories });
  await action();
  const trace = JSON.parse((await browser.stopTracing()).toString()) as { traceEvents: TraceEvent[] };
  const tasks = trace.traceEvents.filter(({ name, ph }) => name === 'RunTask' && ph === 'X');
  const own = busiest(tasks);
  return {
    wall: Math.max(0, ...own.map(({ dur = 0 }) => dur)) / 1_000,
    computed: Math.max(0, ...own.map(({ tdur = 0 }) => tdur)) / 1_000,
    tasks: own.filter(({ dur = 0 }) => dur > 50_000).length,
  };
}

/** The thread on which most happens is the page's. */
function busiest(tasks: readonly TraceEvent[]): TraceEvent[] {
  const threads = Map.groupBy(tasks, ({ pid, tid }) => `${pid} ${tid}`);
  const spent = (list: readonly TraceEvent[]) => list.reduce((sum, { tdur = 0 }) => sum + tdur, 0);
  return [...threads.values()].toSorted((left, right) => spent(right) - spent(left))[0] ?? [];
}
