import { expect, type Page } from '@playwright/test';

/** Sets the language of an upload's recordings, using only the keyboard. */
export async function chooseLanguage(page: Page, language: string): Promise<void> {
  const list = page.getByRole('region', { name: 'Uploads' }).getByRole('combobox');
  await expect(list).toBeFocused();
  await expect(list).toHaveAccessibleName('Language of the recordings');
  await page.keyboard.type(language);
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await expect(list).toBeHidden();
}
