import type { JobCause } from '@lectern/contract/features/job-cause.ts';
import type { Settled, SettledStep } from './scratch-product.ts';

/** There was nothing to read or hear: of a file that is meant to be taken, no fault. */
const nothingThere: ReadonlySet<JobCause | null> = new Set(['noText', 'noSpeech', 'noSound', 'empty']);

/** Whether what became of a file is what its manifest says. Whatever it is, whatever did not come off has a cause. */
export function judgeFile(expect: string, { state, steps }: Settled): boolean {
  const over = steps.every((step) => ['done', 'failed', 'skipped', 'none'].includes(step.state));
  const failed = steps.filter((step) => step.state === 'failed');
  if (!over || !failed.every(hasCause)) return false;
  switch (expect) {
    case 'accept':
      return state !== 'refused' && failed.every(({ code }) => nothingThere.has(code));
    case 'reject-415':
      return state === 'refused';
    case 'reject-limit':
    case 'fail-clean':
      return state === 'refused' || steps.some((step) => hasCause(step));
    default:
      return true;
  }
}

/** One that people can act on: what nobody foresaw is none. */
function hasCause({ state, code, cause }: SettledStep): boolean {
  return (state === 'failed' || state === 'skipped') && code !== null && code !== 'other' && Boolean(cause);
}
