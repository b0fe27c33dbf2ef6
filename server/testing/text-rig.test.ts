import { afterAll, beforeAll, expect, it } from 'vitest';
import { startTestApp, type TestApp } from './test-app.ts';
import { makeText } from './text-rig.ts';

let test: TestApp;
beforeAll(async () => {
  test = await startTestApp();
});
afterAll(() => test.close());

// A worker starts the nightly maintenance at once in a new database, and that plans the steps that versions lack.
it('makes texts while missing steps are planned', async () => {
  let ended = false;
  const planning = (async () => {
    while (!ended) await test.container.services.pipeline.planMissing(test.db);
  })();
  try {
    for (let at = 0; at < 15; at += 1) expect((await makeText(test)).rowId).toBeTruthy();
  } finally {
    ended = true;
    await planning;
  }
});
