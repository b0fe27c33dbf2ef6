import { expect, test, vi } from 'vitest';
import { playwrightCounts, stepResult, vitestCounts } from './test-counts.mjs';
import { runSteps, summary } from './test-steps.mjs';

const passing = (name: string) => ({ name, run: async () => ({ ok: true }) });
const lastLine = (text: string) => text.split('\n').at(-1);

test('every step runs, also after a failed one, and the whole has failed', async () => {
  const later = vi.fn(async () => ({ ok: true }));
  const done = await runSteps(
    [
      { name: 'lint', run: async () => ({ ok: false }) },
      { name: 'types', run: later },
    ],
    vi.fn(),
  );
  expect(later).toHaveBeenCalledOnce();
  expect(summary(done)).toMatchObject({ ok: false });
  expect(lastLine(summary(done).text)).toBe('0 passed, 1 failed');
});

test('a step whose ground is missing does not run and counts as failed', async () => {
  const run = vi.fn(async () => ({ ok: true }));
  const build = { name: 'web build', run: async () => Promise.reject(new Error('no entry')) };
  const done = await runSteps([build, { name: 'end-to-end', needs: ['web build'], run }], vi.fn());
  expect(run).not.toHaveBeenCalled();
  expect(done.map(({ result }) => result)).toEqual([
    { ok: false, note: 'no entry' },
    { ok: false, note: 'skipped because web build failed' },
  ]);
});

test('steps of one list run at the same time, each with its own end, and the next waits for all of them', async () => {
  const both = [Promise.withResolvers<void>(), Promise.withResolvers<void>()] as const;
  const lint = async () => {
    both[0].resolve();
    await both[1].promise;
    return { ok: false };
  };
  const types = async () => {
    both[1].resolve();
    await both[0].promise;
    return { ok: true };
  };
  const [afterLint, afterTypes] = [vi.fn(async () => ({ ok: true })), vi.fn(async () => ({ ok: true }))];
  const done = await runSteps(
    [
      [
        { name: 'lint', run: lint },
        { name: 'types', run: types },
      ],
      { name: 'unit', needs: ['types'], run: afterTypes },
      { name: 'browser', needs: ['lint'], run: afterLint },
    ],
    vi.fn(),
  );
  expect(done.slice(0, 2).map(({ name, result }) => `${name} ${result.ok}`)).toEqual(
    expect.arrayContaining(['lint false', 'types true']),
  );
  expect(afterTypes).toHaveBeenCalledOnce();
  expect(afterLint).not.toHaveBeenCalled();
});

test('the last line adds up the tests of all steps', async () => {
  const unit = { name: 'unit', run: async () => stepResult({ passed: 40, failed: 0, skipped: 0 }, 0) };
  const browser = { name: 'browser', run: async () => stepResult({ passed: 2, failed: 1, skipped: 0 }, 1) };
  const done = await runSteps([passing('lint'), unit, browser], vi.fn());
  expect(lastLine(summary(done).text)).toBe('42 passed, 1 failed');
});

test('reports of both runners are counted', () => {
  expect(vitestCounts({ numPassedTests: 5, numFailedTests: 2, numPendingTests: 1, numTodoTests: 1 })).toEqual({
    passed: 5,
    failed: 2,
    skipped: 2,
  });
  expect(playwrightCounts({ stats: { expected: 5, unexpected: 2, flaky: 1, skipped: 3 } })).toEqual({
    passed: 6,
    failed: 2,
    skipped: 3,
  });
});

test('no report, no tests, a skipped test or a bad end without a failed test is a failure', () => {
  expect(stepResult(undefined, 1)).toMatchObject({ ok: false, counts: { failed: 1 } });
  expect(stepResult({ passed: 0, failed: 0, skipped: 0 }, 0)).toMatchObject({ ok: false, counts: { failed: 1 } });
  expect(stepResult({ passed: 9, failed: 0, skipped: 1 }, 0)).toMatchObject({ ok: false });
  expect(stepResult({ passed: 9, failed: 0, skipped: 0 }, 1)).toMatchObject({
    ok: false,
    counts: { passed: 9, failed: 1 },
  });
  expect(stepResult({ passed: 9, failed: 0, skipped: 0 }, 0)).toMatchObject({
    ok: true,
    counts: { passed: 9, failed: 0 },
  });
});
