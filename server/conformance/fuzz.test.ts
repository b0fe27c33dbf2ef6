import { endpoints } from '@lectern/contract/endpoints.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { fuzzApi } from '../testing/fuzz/fuzz-api.ts';
import { startTestApp, type TestApp } from '../testing/test-app.ts';

let test: TestApp;
beforeAll(async () => {
  test = await startTestApp();
});
afterAll(() => test.close());

describe('every operation, called with generated input', () => {
  it('answers with the envelope and never with 5xx; `npm run check:api` makes 100,000 such calls', async () => {
    const report = await fuzzApi(test, { seed: 7, calls: endpoints.length, firstRounds: 0 });
    const faults = report.faults.map(({ why, call, cause }) => `${call.endpoint.id} ${call.url} ${why} ${cause}`);
    expect(faults).toEqual([]);
    expect(report.uncovered).toEqual([]);
  }, 300_000);
});
