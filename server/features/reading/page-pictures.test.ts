import { execFileSync } from 'node:child_process';
import { exportReading } from '@lectern/contract/features/reading.ts';

import { afterAll, beforeAll, expect, it } from 'vitest';
import { pathOf } from '../../platform/http/mount-endpoints.ts';
import { cookieHeader, startTestApp, type TestApp } from '../../testing/test-app.ts';
import { makeText } from '../../testing/text-rig.ts';

let test: TestApp;
beforeAll(async () => {
  test = await startTestApp();
});
afterAll(() => test.close());

it('a PDF has the text of a page whose image fails, and the log says so', async () => {
  // The page picture can't be made because the file's row exists but the file doesn't.
  const { id } = await makeText(test, { source: 'ocr', parts: [['one two three']] });
  const url = pathOf(exportReading).replace(':id', id).replace(':source', 'ocr');
  const headers = { cookie: cookieHeader(test.admin.cookies) };
  const answer = await test.app.inject({ url: `${url}?format=pdf`, headers });
  expect(answer.statusCode).toBe(200);
  const text = execFileSync('pdftotext', ['-', '-'], { input: answer.rawPayload }).toString();
  expect(text.replace(/\s+/g, ' ')).toContain('one two three');
  expect(test.logLines.join('')).toContain('exported a page without its image');
});
