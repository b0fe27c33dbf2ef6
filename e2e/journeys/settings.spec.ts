import { getSettings, updateSettings } from '@lectern/contract/features/settings.ts';
import { expect, test } from '../lectern-test.ts';
import { notifications, pageTitle } from '../screen.ts';
import { callApi } from '../session/call-api.ts';
import { signIn } from '../session/sign-in.ts';

test.describe.configure({ mode: 'serial' });

test.describe('Settings', () => {
  test.use({ account: 'editor' });

  test.afterEach(async ({ baseURL }) => {
    const origin = baseURL ?? '';
    const session = await signIn(origin, 'super');
    const { version } = await callApi(origin, session, getSettings);
    const settings = { announcement: null, loginHelp: '' };
    await callApi(origin, session, updateSettings, { body: { settings, version } });
  });

  test('an announcement appears for others immediately and disappears when removed', async ({ page, openAs }) => {
    const other = await openAs('reader');
    await other.goto('/app/home/my');
    await expect(pageTitle(other)).toBeVisible();
    await page.goto('/app/system/settings');
    await page.getByRole('switch', { name: 'Show announcement' }).click();
    await page.getByLabel('Text', { exact: true }).fill('Lectern rests on Sunday from 8 to 9.');
    await page.getByLabel('Type').selectOption('Warning');
    await page.keyboard.press('Control+s');
    await expect(notifications(page).filter({ hasText: 'Settings saved' }).first()).toBeVisible();
    const banner = other.getByRole('region', { name: 'Announcement', exact: true });
    await expect(banner).toHaveText('Lectern rests on Sunday from 8 to 9.');
    await expect(page.getByRole('region', { name: 'Announcement', exact: true })).toBeVisible();

    await page.getByRole('switch', { name: 'Show announcement' }).click();
    await page.getByRole('button', { name: 'Save' }).click();
    await expect(banner).toHaveCount(0);
  });

  test('two editors: the second keeps the edits, sees what the first stored, and decides', async ({ page, openAs }) => {
    const rival = await openAs('rival');
    const help = 'Login help';
    await page.goto('/app/system/settings');
    await page.getByLabel(help).fill('Ask the front desk.');
    await rival.goto('/app/system/settings');
    await rival.getByLabel(help).fill('Call 1234.');
    await rival.getByRole('button', { name: 'Save' }).click();
    await expect(notifications(rival).filter({ hasText: 'Settings saved' }).first()).toBeVisible();

    await expect(page.getByText(/^Rex Rival changed the settings/)).toBeVisible();
    await expect(page.getByText('Saved value: Call 1234.')).toBeVisible();
    await expect(page.getByLabel(help)).toHaveValue('Ask the front desk.');
    await page.getByRole('button', { name: 'Save' }).click();
    await expect(notifications(page).filter({ hasText: 'Settings saved' }).first()).toBeVisible();
    await expect(rival.getByLabel(help)).toHaveValue('Ask the front desk.');

    const visitor = await openAs(null);
    await visitor.goto('/app/auth');
    await expect(visitor.getByText('Ask the front desk.')).toBeVisible();
  });

  test('a save that was overtaken unseen is refused and explained', async ({ page, baseURL }) => {
    const origin = baseURL ?? '';
    // Block live events, so that this browser doesn't learn of the change before it saves.
    await page.route('**/api/events', (route) => route.abort());
    await page.goto('/app/system/settings');
    await page.getByLabel('Login help').fill('Mine.');
    const session = await signIn(origin, 'rival');
    const { version } = await callApi(origin, session, getSettings);
    await callApi(origin, session, updateSettings, { body: { settings: { loginHelp: 'Theirs.' }, version } });
    await page.getByRole('button', { name: 'Save' }).click();
    await expect(page.getByText(/changed the settings/)).toBeVisible();
    await expect(page.getByText('Saved value: Theirs.')).toBeVisible();
    await page.getByRole('button', { name: 'Use the newer values' }).click();
    await expect(page.getByLabel('Login help')).toHaveValue('Theirs.');
  });

  test('wrong values are named at their field and not sent', async ({ page }) => {
    await page.goto('/app/system/settings');
    await page.getByLabel('Minimum password length').fill('3');
    await page.getByRole('button', { name: 'Save' }).click();
    await expect(page.getByText('Enter a whole number from 8 to 64.')).toBeVisible();
    await page.getByRole('button', { name: 'Discard' }).click();
    await page
      .getByRole('dialog', { name: 'Discard unsaved changes?' })
      .getByRole('button', { name: 'Discard' })
      .click();
    await expect(page.getByLabel('Minimum password length')).toHaveValue('10');
  });
});

test.describe('Settings for someone with view access only', () => {
  test.use({ account: 'specialist' });

  test('are shown and cannot be edited', async ({ page }) => {
    await page.goto('/app/system/settings');
    await expect(page.getByText('Only administrators can change settings.')).toBeVisible();
    await expect(page.getByLabel('Platform name')).toHaveAttribute('readonly', '');
    await expect(page.getByRole('button', { name: 'Save' })).toHaveCount(0);
  });
});
