import type { JobCause } from '@lectern/contract/features/job-cause.ts';
import type { Settled, SettledStep } from './scratch-product.ts';

/** Causes meaning there was nothing to read or hear, which is fine for a file that should be accepted. */
const nothingThere: ReadonlySet<JobCause | null> = new Set(['noText', 'noSpeech', 'noSound', 'empty']);

/** Whether the outcome matches the manifest. Whatever is expected, every failed step needs a cause. */
export function checkFileOutcome(expect: string, { state, steps }: Settled): boolean {
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

/** Requires a cause that people can act on; `other` means an unforeseen failure. */
function hasCause({ state, code, cause }: SettledStep): boolean {
  return (state === 'failed' || state === 'skipped') && code !== null && code !== 'other' && Boolean(cause);
}
