/**
 * @typedef {import('./test-counts.mjs').Counts} Counts
 * @typedef {{ ok: boolean, note?: string | undefined, counts?: Counts | undefined }} StepResult
 * @typedef {{ name: string, needs?: string[], run: () => Promise<StepResult> }} Step
 * @typedef {{ name: string, result: StepResult, seconds: number }} Done
 */

/**
 * Runs all steps even after a failure, so one run reports everything; only steps that need a failed one are skipped.
 * Steps in a nested list run in parallel: they don't depend on each other, and none uses the whole machine.
 * @param {(Step | Step[])[]} steps
 * @param {(line: string) => void} say
 * @returns {Promise<Done[]>}
 */
export async function runSteps(steps, say) {
  /** @type {Done[]} */
  const done = [];
  for (const together of steps.map((step) => [step].flat())) {
    const names = together.map(({ name }) => name).join(', ');
    say(`\n── ${names} ${'─'.repeat(Math.max(3, 66 - names.length))}`);
    const before = [...done];
    await Promise.all(
      together.map(async (step) => {
        const ended = await runStep(step, before);
        done.push(ended);
        if (ended.result.note) say(ended.result.note);
        const name = together.length > 1 ? `${step.name}: ` : '';
        say(`${name}${ended.result.ok ? 'ok' : 'FAILED'} after ${ended.seconds.toFixed(1)} s`);
      }),
    );
  }
  return done;
}

/** @param {Step} step @param {Done[]} before @returns {Promise<Done>} */
async function runStep(step, before) {
  const startedAt = Date.now();
  const broken = (step.needs ?? []).find((name) => !before.find((other) => other.name === name)?.result.ok);
  const result = broken === undefined ? await attempt(step) : { ok: false, note: `skipped because ${broken} failed` };
  return { name: step.name, result, seconds: (Date.now() - startedAt) / 1000 };
}

/** @param {Step} step @returns {Promise<StepResult>} */
async function attempt(step) {
  try {
    return await step.run();
  } catch (error) {
    return { ok: false, note: error instanceof Error ? error.message : String(error) };
  }
}

/**
 * The last line counts tests; a failed step without tests (lint, types, build) counts as one failure.
 * @param {Done[]} done
 */
export function summary(done) {
  const total = { passed: 0, failed: 0 };
  const width = Math.max(...done.map((step) => step.name.length));
  const rows = done.map(({ name, result, seconds }) => {
    total.passed += result.counts?.passed ?? 0;
    total.failed += result.counts?.failed ?? (result.ok ? 0 : 1);
    const counts = result.counts ? describe(result.counts) : '';
    return `  ${result.ok ? 'ok    ' : 'FAILED'}  ${name.padEnd(width)}  ${seconds.toFixed(1).padStart(6)} s  ${counts}`.trimEnd();
  });
  return {
    ok: done.every(({ result }) => result.ok),
    text: ['', ...rows, '', `${total.passed} passed, ${total.failed} failed`].join('\n'),
  };
}

/** @param {Counts} counts */
function describe(counts) {
  const skipped = counts.skipped > 0 ? `, ${counts.skipped} skipped (counts as failed)` : '';
  return `${counts.passed} passed, ${counts.failed} failed${skipped}`;
}
