import { getReading, type ReadingLine, type ReadingPart } from '@lectern/contract/features/reading.ts';
import type { Page } from '@playwright/test';
import pg from 'pg';
import { violationsInBothThemes } from '../accessibility/run-axe.ts';
import { expect, test } from '../lectern-test.ts';
import { goOn } from '../screen.ts';
import { makeResources } from '../seed/make-resources.ts';
import { putTranscript } from '../seed/put-transcript.ts';
import { callApi } from '../session/call-api.ts';
import type { Session } from '../session/sign-in.ts';
import { lectureClip } from '../uploads/reading-files.ts';

test.use({ account: 'scribe' });

/** Pages open slowly on a busy machine; tests always wait for a state, not a time. */
const patience = { timeout: 60_000 };

/** A question mark marks a word the engine is unsure of. */
const heard = ['Welcome to the lecture on fotosynthesis?', 'Plants turn sunlite? into sugar', 'and shugar? into wood'];

function lineOf(marked: string, at: number): ReadingLine {
  const words = marked.split(' ').map((text, place) => ({
    text: text.replace('?', ''),
    confidence: text.endsWith('?') ? 0.4 : 0.97,
    startMs: at * 5_000 + place * 500,
    endMs: at * 5_000 + place * 500 + 400,
  }));
  const text = words.map((word) => word.text).join(' ');
  return { text, confidence: 0.9, startMs: at * 5_000, endMs: at * 5_000 + 4_000, words };
}

const transcript: ReadingPart = { number: 1, width: null, height: null, rotation: null, lines: heard.map(lineOf) };
const databaseUrl = () => process.env.E2E_DATABASE_URL ?? '';
const line = (page: Page, number: number) => page.getByRole('textbox', { name: `Line ${number}`, exact: true });
const lines = (page: Page) => page.getByRole('region', { name: 'Lines of text' });
const status = (page: Page) => page.locator('.wb-status');

async function textOf(origin: string, session: Session, id: string): Promise<string[]> {
  const { parts } = await callApi(origin, session, getReading, { params: { id, source: 'speech' }, query: {} });
  return parts.flatMap((part) => part.lines.map(({ text }) => text));
}

/** As after a minute without a sign of life from the window holding the lock. */
async function letLocksExpire(): Promise<void> {
  const pool = new pg.Pool({ connectionString: databaseUrl(), max: 1 });
  const soon = "update edit_locks set expires_at = now() - interval '1 second' where user_id in";
  await pool.query(`${soon} (select id from users where account = 'scribe')`);
  await pool.end();
}

test('a transcript is corrected by keyboard alone, survives a killed browser and is taken over by someone else', async ({
  page,
  session,
  openAs,
  baseURL,
}) => {
  if (!session) throw new Error('nobody is signed in');
  const origin = baseURL ?? '';
  const file = { name: 'Photosynthesis.mp4', bytes: lectureClip() };
  const [resource] = await makeResources(origin, session, [file]);
  if (!resource) throw new Error('the recording wasn’t uploaded');
  await putTranscript(databaseUrl(), resource, [transcript]);
  const address = `/app/handle/asrVideoDetail/${resource.id}`;

  await test.step('three doubtful words, a split and a join, without a mouse', async () => {
    await page.goto(address);
    await expect(lines(page)).toContainText('fotosynthesis', patience);
    expect(await violationsInBothThemes(page)).toEqual([]);
    await page.keyboard.press('e');
    await expect(line(page, 1)).toBeFocused();
    for (const [number, right] of ['photosynthesis', 'sunlight', 'sugar'].entries()) {
      await page.keyboard.press('Tab');
      await expect(line(page, number + 1)).toBeFocused();
      await page.keyboard.type(right);
    }
    await expect(page.getByRole('button', { name: 'No words to check' })).toBeVisible();
    await page.keyboard.press('Enter');
    // Enter moves the text after the caret to a new line.
    await expect(line(page, 4)).toHaveValue('into wood');
    await page.keyboard.press('Backspace');
    await expect(line(page, 3)).toHaveValue('and sugar into wood');
    await page.keyboard.press('Control+s');
    await expect(status(page)).toHaveText('All changes saved');
    expect(await textOf(origin, session, resource.id)).toEqual([
      'Welcome to the lecture on photosynthesis',
      'Plants turn sunlight into sugar',
      'and sugar into wood',
    ]);
  });

  await test.step('a killed browser finds its draft again', async () => {
    await page.keyboard.press('End');
    await page.keyboard.type(', which I typed');
    await expect(status(page)).toHaveText(/^Draft saved at/);
    // Close without running unload handlers, so the lock stays until it expires.
    await page.close({ runBeforeUnload: false });
    await letLocksExpire();
  });

  const again = await openAs('scribe');
  await test.step('and goes on with it', async () => {
    await again.goto(address);
    await again.getByRole('button', { name: 'Continue', exact: true }).click(patience);
    await expect(lines(again)).toContainText('and sugar into wood, which I typed', patience);
  });

  await test.step('loaded anew, the same window has its lock back long before that runs out', async () => {
    await again.reload();
    await again.getByRole('button', { name: 'Continue', exact: true }).click({ timeout: 60_000 });
    await expect(lines(again)).toContainText('and sugar into wood, which I typed', patience);
  });

  const second = await openAs('successor');
  await test.step('the second person sees who edits it and since when, and can only read', async () => {
    await again.getByText(/which I typed/).click();
    await again.keyboard.press('End');
    await again.keyboard.type(' today');
    await expect(status(again)).toHaveText(/^Draft saved at/);
    await second.goto(address);
    await expect(second.getByText(/Sven Scribe has been editing this since \d/)).toBeVisible(patience);
    await second.keyboard.press('e');
    await expect(line(second, 1)).not.toBeEditable();
    expect(await violationsInBothThemes(second)).toEqual([]);
  });

  await test.step('after the first has left, the second takes over with the draft, and nothing is lost', async () => {
    await goOn(again, '/app/home/my');
    await expect(second.getByText(/Sven Scribe has finished editing/)).toBeVisible(patience);
    await second.getByRole('button', { name: 'Load latest version and edit' }).click();
    await expect(second.getByText(/Sven Scribe left an unsaved draft/)).toBeVisible(patience);
    await second.getByRole('button', { name: 'Take over' }).click();
    await second.getByText(/which I typed today/).click();
    await second.keyboard.press('End');
    await second.keyboard.type(' and Sara too');
    await second.keyboard.press('Control+s');
    await expect(status(second)).toHaveText('All changes saved');
    const stored = await textOf(origin, session, resource.id);
    expect(stored[2]).toBe('and sugar into wood, which I typed today and Sara too');
  });
});
