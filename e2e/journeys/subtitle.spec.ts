import { listResourceSubtitles } from '@lectern/contract/features/subtitle.ts';
import type { Page } from '@playwright/test';
import { violationsInBothThemes } from '../accessibility/run-axe.ts';
import { expect, test } from '../lectern-test.ts';
import { makeResources } from '../seed/make-resources.ts';
import { readOwnLibrary } from '../seed/read-library.ts';
import { callApi } from '../session/call-api.ts';
import { lectureClip } from '../uploads/reading-files.ts';

test.use({ account: 'titler' });

/** Transcription takes longer on a busy machine; tests always wait for a state, not a time. */
const patience = { timeout: 90_000 };
const title = 'Talk on light';

const line = (page: Page, number: number) => page.getByRole('textbox', { name: `Line ${number}`, exact: true });
const shown = (page: Page) =>
  page
    .locator('video')
    .evaluate((video: HTMLVideoElement) =>
      [...video.textTracks]
        .filter(({ mode }) => mode === 'showing')
        .map(({ label, cues }) => [label, cues?.length ?? 0]),
    );

test('subtitles of a talk are fixed, split, merged and published by keyboard, and appear in an open player', async ({
  page,
  session,
  baseURL,
}) => {
  if (!session || !baseURL) throw new Error('nobody is signed in');
  await readOwnLibrary(baseURL, session);
  const [video] = await makeResources(
    baseURL,
    session,
    [{ name: `${title}.mp4`, bytes: lectureClip() }],
    undefined,
    patience,
  );
  if (!video) throw new Error('the talk did not arrive');
  const tracksOf = async () =>
    (await callApi(baseURL, session, listResourceSubtitles, { params: { id: video.id } })).tracks;
  await expect
    .poll(async () => (await tracksOf()).map(({ state, problems }) => [state, problems]), patience)
    .toEqual([['auto', 0]]);
  const watching = await page.context().newPage();
  await watching.goto(`/app/resource/info/videoDetail/${video.id}?tab=subtitles`);
  await expect(watching.getByRole('tabpanel')).toContainText('Automatic');

  await test.step('the list leads to the editor', async () => {
    await page.goto(`/app/handle/subtitle?tab=auto&search=${encodeURIComponent(title)}`);
    await expect(page.locator('.grid').getByRole('row').filter({ hasText: title }).first()).toContainText('English');
    expect(await violationsInBothThemes(page), 'list').toEqual([]);
    await page.locator('body').press('j');
    await page.keyboard.press('Enter');
    await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible();
    await expect(page.getByRole('application', { name: 'Cue timeline' })).toBeVisible();
    expect(await violationsInBothThemes(page), 'editor').toEqual([]);
  });

  await test.step('a cue that is too fast is found and mended with keys', async () => {
    await page.keyboard.press('e');
    await expect(line(page, 1)).toBeFocused();
    const cues = await page.locator('.wb-line').count();
    for (let times = 0; times < 25; times += 1) await page.keyboard.press('Alt+Comma');
    await expect(page.getByRole('region', { name: 'Problems' })).toContainText('Too fast to read');
    await page.keyboard.press('Alt+ArrowDown');
    await page.keyboard.press('Tab');
    await expect(line(page, 1)).toBeFocused();
    await page.keyboard.press('Alt+x');
    await expect(page.getByRole('button', { name: 'No problems' })).toBeVisible();

    await page.keyboard.press('Control+Home');
    for (let step = 0; step < 'Welcome to the lecture'.length; step += 1) await page.keyboard.press('ArrowRight');
    await page.keyboard.press('Enter');
    await expect(page.locator('.wb-line')).toHaveCount(cues + 1);
    await expect(line(page, 2)).toBeFocused();
    await page.keyboard.press('Backspace');
    await expect(page.locator('.wb-line')).toHaveCount(cues);
    await expect(line(page, 1)).toHaveValue(/^Welcome to the lecture on photosynthesis/);
  });

  await test.step('it is moved on the timeline, and saved', async () => {
    await page.keyboard.press('Alt+t');
    await expect(page.getByRole('application', { name: 'Cue timeline' })).toBeFocused();
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('Enter');
    await expect(line(page, 1)).toBeFocused();
    await page.keyboard.press('Control+s');
    await expect(page.getByText('All changes saved')).toBeVisible();
    expect((await tracksOf())[0]).toMatchObject({ state: 'edited', number: 2, problems: 0 });
  });

  await test.step('what is published is in the player at once, on a page that was open all the time', async () => {
    expect(await shown(watching)).toEqual([]);
    await page.getByRole('button', { name: 'Publish', exact: true }).focus();
    await page.keyboard.press('Enter');
    await expect(page.getByRole('button', { name: 'Unpublish' })).toBeVisible();
    await expect.poll(() => shown(watching)).toEqual([['English', (await tracksOf())[0]?.cues]]);
    await expect(watching.getByRole('tabpanel')).toContainText('Published');
    expect(await violationsInBothThemes(watching), 'tab').toEqual([]);
  });
});
