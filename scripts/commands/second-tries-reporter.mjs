/**
 * Reports tests that passed only on a retry. They shouldn't fail the run, but they point to a race in the product or
 * the test, so they must be visible.
 */
export default class SecondTriesReporter {
  /** @param {readonly import('vitest/node').TestModule[]} modules */
  onTestRunEnd(modules) {
    const flaky = modules.flatMap((module) => [...module.children.allTests('passed')].filter(passedLate));
    if (flaky.length === 0) return;
    console.log('\nPassed only on the second try (fix these first):');
    for (const test of flaky) console.log(`  ${test.module.relativeModuleId} > ${test.fullName}`);
  }
}

/** @param {import('vitest/node').TestCase} test */
const passedLate = (test) => test.diagnostic()?.flaky === true;
