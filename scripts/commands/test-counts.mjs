import { existsSync, readFileSync } from 'node:fs';

/** @typedef {{ passed: number, failed: number, skipped: number }} Counts */

/**
 * From vitest's JSON report.
 * @param {{ numPassedTests: number, numFailedTests: number, numPendingTests: number, numTodoTests: number }} report
 * @returns {Counts}
 */
export function vitestCounts(report) {
  return {
    passed: report.numPassedTests,
    failed: report.numFailedTests,
    skipped: report.numPendingTests + report.numTodoTests,
  };
}

/**
 * From Playwright's JSON report.
 * @param {{ stats: { expected: number, unexpected: number, flaky: number, skipped: number } }} report
 * @returns {Counts}
 */
export function playwrightCounts({ stats }) {
  return { passed: stats.expected + stats.flaky, failed: stats.unexpected, skipped: stats.skipped };
}

/**
 * A run without a report, or one that failed without a failed test (such as a file that doesn't load), counts as
 * failed. So does a run that skipped a test or ran none.
 * @param {Counts | undefined} counts
 * @param {number} exitCode
 * @returns {{ counts: Counts, ok: boolean }}
 */
export function stepResult(counts, exitCode) {
  if (!counts) return { counts: { passed: 0, failed: 1, skipped: 0 }, ok: false };
  const ok = exitCode === 0 && counts.failed === 0 && counts.skipped === 0 && counts.passed > 0;
  return { counts: ok || counts.failed > 0 ? counts : { ...counts, failed: 1 }, ok };
}

/**
 * @template Report
 * @param {string} file
 * @param {(report: Report) => Counts} read
 * @returns {Counts | undefined}
 */
export function readCounts(file, read) {
  return existsSync(file) ? read(JSON.parse(readFileSync(file, 'utf8'))) : undefined;
}
