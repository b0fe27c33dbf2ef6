import { afterAll, beforeAll, expect, it } from 'vitest';
import { startTestApp, type TestApp } from './test-app.ts';
import { makeText } from './text-rig.ts';

let test: TestApp;
beforeAll(async () => {
  test = await startTestApp();
});
afterAll(() => test.close());

// In a new database, a worker immediately starts the nightly maintenance, which plans missing steps.
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
