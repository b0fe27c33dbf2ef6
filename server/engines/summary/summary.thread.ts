import { parentPort } from 'node:worker_threads';
import { SupportIndex } from './check-support.ts';
import { extractSummary } from './extract-summary.ts';
import type { Claim, SummaryWish, TextBlock } from './port.ts';

export type SummaryTask =
  | { kind: 'extract'; wish: SummaryWish }
  | { kind: 'support'; blocks: readonly TextBlock[]; claims: readonly Claim[] };
export type SummaryAnswer = { value: unknown } | { error: string };

function answer(task: SummaryTask): unknown {
  if (task.kind === 'extract') return extractSummary(task.wish);
  const index = new SupportIndex(task.blocks);
  return task.claims.map((claim) => index.find(claim));
}

const port = parentPort;
port?.on('message', (task: SummaryTask) => {
  try {
    port.postMessage({ value: answer(task) } satisfies SummaryAnswer);
  } catch (error) {
    port.postMessage({ error: error instanceof Error ? error.message : String(error) } satisfies SummaryAnswer);
  }
});
