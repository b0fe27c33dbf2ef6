import type { Browser, Page } from '@playwright/test';

/** The longest main-thread task, as wall time and CPU time in ms. `tasks` counts tasks over 50 ms of wall time. */
export type LongestTask = { wall: number; computed: number; tasks: number };

type TraceEvent = { name: string; ph: string; pid: number; tid: number; dur?: number; tdur?: number };

const categories = ['toplevel', 'disabled-by-default-devtools.timeline', '__metadata'];

/**
 * Finds the longest task of the page's thread during an action. Other load on the machine interrupts tasks, so only
 * CPU time measures the page itself.
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

/** Assumes the thread with the most CPU time is the page's main thread. */
function busiest(tasks: readonly TraceEvent[]): TraceEvent[] {
  const threads = Map.groupBy(tasks, ({ pid, tid }) => `${pid} ${tid}`);
  const spent = (list: readonly TraceEvent[]) => list.reduce((sum, { tdur = 0 }) => sum + tdur, 0);
  return [...threads.values()].toSorted((left, right) => spent(right) - spent(left))[0] ?? [];
}
