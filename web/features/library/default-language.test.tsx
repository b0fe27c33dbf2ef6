import type { Library } from '@lectern/contract/features/library.ts';
import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { closeWindow, openFreshWindow } from '../../lib/testing/fresh-window.ts';
import { renderPage } from '../../lib/testing/render-page.tsx';
import { envelope, stubApi } from '../../lib/testing/stub-api.ts';
import { LibraryCard } from './library-page.tsx';
import { SettingsDialog } from './settings-dialog.tsx';

beforeEach(() => openFreshWindow());
afterEach(closeWindow);

const library: Library = {
  ...{ id: '0197a0d0-0000-7000-8000-00000000000a', kind: 'school', name: 'School library', description: '' },
  ...{ collegeId: null, owner: null, quotaBytes: null, usedBytes: 0, resources: { value: 0, exact: true } },
  ...{ contributors: 'editors', defaultLanguage: null, defaultLicence: null, defaultVisibility: 'campus' },
  ...{ processing: { convert: true, ocr: true, asr: true }, mayAdd: true, mayManage: true, version: 4 },
};

it('is shown with the library if set', async () => {
  await renderPage('/here', () => <LibraryCard library={{ ...library, defaultLanguage: 'zh' }} isOwn={false} />);
  expect(screen.getByText('Default language: Chinese')).toBeDefined();
  closeWindow();
  await openFreshWindow();
  await renderPage('/here', () => <LibraryCard library={library} isOwn={false} />);
  expect(screen.getByText('School library')).toBeDefined();
  expect(screen.queryByText(/^Default language/)).toBeNull();
});

it('is set in the library’s settings, with an explanation', async () => {
  const path = `PATCH /api/libraries/${library.id}`;
  const api = stubApi({ [path]: () => envelope({ ...library, defaultLanguage: 'fr', version: 5 }) });
  await renderPage('/here', () => <SettingsDialog library={library} />);
  const field = screen.getByRole('combobox', { name: 'Default language' });
  expect(field.getAttribute('aria-describedby')).not.toBeNull();
  expect(screen.getByText(/^Recordings are transcribed in this language/)).toBeDefined();
  await userEvent.selectOptions(field, 'French');
  await userEvent.click(screen.getByRole('button', { name: 'Save' }));
  await waitFor(() => expect(api.sent(path)[0]?.body).toEqual({ defaultLanguage: 'fr', version: 4 }));
});
