import { resourcePath } from '@lectern/contract/features/resource.ts';
import { expect, test } from '../lectern-test.ts';
import { notifications } from '../screen.ts';
import { makeResources } from '../seed/make-resources.ts';
import { pdfWith, pngOf, wavOf } from '../uploads/small-files.ts';

test.describe('The page of a resource', () => {
  test('shows a PDF with its text, is edited, noted on and published without leaving it', async ({
    page,
    session,
    baseURL,
  }) => {
    if (!session) throw new Error('nobody is signed in');
    const file = { name: 'gradient.pdf', bytes: pdfWith('Proton gradient drives') };
    const [resource] = await makeResources(baseURL ?? '', session, [file]);
    if (!resource) throw new Error('no resource was made');
    await page.goto(`${resourcePath(resource)}?list=resource`);
    await expect(page.getByLabel('Page 1', { exact: true }).first()).toBeVisible();
    await expect(page.getByText('Proton gradient drives')).toBeAttached();
    await page.getByLabel('Find in document').fill('GRADIENT drives');
    await expect(page.getByText('1 of 1', { exact: true })).toBeVisible();

    await page.getByLabel('Title').fill('Proton gradient');
    await page.getByLabel('Author').fill('Anna');
    await page.keyboard.press('Control+s');
    await expect(notifications(page).filter({ hasText: '“Proton gradient” saved' }).first()).toBeVisible();
    await page.getByRole('tab', { name: 'Notes' }).click();
    await page.getByLabel('Note', { exact: true }).fill('Good for the exam');
    await page.getByLabel('Link to page 1').check();
    await page.keyboard.press('Control+Enter');
    const note = page.getByRole('listitem').filter({ hasText: 'Good for the exam' });
    await expect(note.getByRole('button', { name: 'Page 1' })).toBeVisible();

    await page.getByRole('button', { name: 'Publish' }).click();
    await expect(page.getByRole('button', { name: 'Take offline' })).toBeVisible();
    await page.getByRole('tab', { name: 'Activity' }).click();
    await expect(page.getByText('published this')).toBeVisible();
    await expect(page.getByRole('row', { name: 'Title gradient Proton gradient' })).toBeVisible();
  });

  test('crops a picture into a new version, and brings the old one back', async ({ page, session, baseURL }) => {
    if (!session) throw new Error('nobody is signed in');
    const [resource] = await makeResources(baseURL ?? '', session, [
      { name: 'plate.png', bytes: pngOf([30, 120, 200], 64) },
    ]);
    if (!resource) throw new Error('no resource was made');
    await page.goto(`${resourcePath(resource)}?tab=files`);
    await page.getByRole('button', { name: 'Crop or rotate' }).click();
    await page.getByRole('spinbutton', { name: 'Width' }).fill('32');
    await page.getByRole('button', { name: 'Save as new version' }).click();
    await expect(page.getByText('32 × 64 px')).toBeVisible({ timeout: 60_000 });
    await page.getByRole('button', { name: 'Restore version 1' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Restore' }).click();
    await expect(page.getByText('restored from version 1')).toBeVisible();
    await expect(page.getByText('64 × 64 px')).toBeVisible();
  });

  test('plays a recording by keys, from the place of a note', async ({ page, session, baseURL }) => {
    if (!session) throw new Error('nobody is signed in');
    const [resource] = await makeResources(baseURL ?? '', session, [{ name: 'tone.wav', bytes: wavOf(300, 8) }]);
    if (!resource) throw new Error('no resource was made');
    await page.goto(resourcePath(resource));
    const position = page.getByLabel('Position');
    await expect(page.getByText('0:00 / 0:08')).toBeVisible();
    await page.keyboard.press('ArrowRight');
    await expect(position).toHaveAttribute('aria-valuetext', '0:05 of 0:08');
    await page.getByRole('tab', { name: 'Notes' }).click();
    await page.getByLabel('Note', { exact: true }).fill('Louder here');
    await page.getByLabel('Link to 0:05').check();
    await page.getByRole('button', { name: /^Add/ }).last().click();
    await position.press('Home');
    await page.getByRole('listitem').getByRole('button', { name: '0:05' }).click();
    await expect(position).toHaveAttribute('aria-valuetext', '0:05 of 0:08');
  });
});
