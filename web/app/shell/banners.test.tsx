import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { closeWindow, openFreshWindow } from '../../lib/testing/fresh-window.ts';
import { renderSignedIn } from '../../lib/testing/render-signed-in.tsx';
import { sampleUser } from '../../lib/testing/sample-session.ts';
import { envelope, stubApi } from '../../lib/testing/stub-api.ts';
import { Banners } from './banners.tsx';

beforeEach(() => openFreshWindow());
afterEach(closeWindow);

const viewedBy = { id: '0197a0d0-0000-7000-8000-000000000009', name: 'Chief', since: '2026-11-15T10:00:00.000Z' };

it('View as shows a banner and stops with a window of its own', async () => {
  const api = stubApi({
    'GET /api/settings/public': () => envelope({}),
    'POST /api/auth/viewAs/end': () => envelope(null, 204),
  });
  const assign = vi.spyOn(window.location, 'assign').mockImplementation(() => undefined);
  const user = sampleUser({ viewedBy });
  renderSignedIn(<Banners />, { user });
  expect(screen.getByText(`Viewing as ${user.name}. You can’t change anything.`)).toBeTruthy();
  await userEvent.click(screen.getByRole('button', { name: 'Stop viewing' }));
  await waitFor(() => expect(api.sent('POST /api/auth/viewAs/end')).toHaveLength(1));
  await waitFor(() => expect(assign).toHaveBeenCalledWith(`/app/system/systemAdmin?id=${user.id}`));
});

it('no banner is shown without View as', () => {
  stubApi({ 'GET /api/settings/public': () => envelope({}) });
  renderSignedIn(<Banners />);
  expect(screen.queryByRole('button')).toBeNull();
});
