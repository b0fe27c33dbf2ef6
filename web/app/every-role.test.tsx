import { menuOf } from '@lectern/contract/access.ts';
import { routes } from '@lectern/contract/routes.ts';
import { createMemoryHistory, RouterProvider } from '@tanstack/react-router';
import { act, screen } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { addressOf, expectedMenu, expectedOf } from '../../e2e/conformance/expected-page.ts';
import { type Person, people } from '../../e2e/people.ts';
import { initialState } from '../lib/initial-state.ts';
import { createQueryClient } from '../lib/queries.ts';
import { closeWindow, openFreshWindow } from '../lib/testing/fresh-window.ts';
import { renderSignedIn } from '../lib/testing/render-signed-in.tsx';
import { sampleUser } from '../lib/testing/sample-session.ts';
import { samplePublicSettings } from '../lib/testing/sample-settings.ts';
import { envelope, stubApi } from '../lib/testing/stub-api.ts';
import { stubEventSource } from '../lib/testing/stub-event-source.ts';
import { createAppRouter } from './router.tsx';

vi.mock('./shell/shell.tsx', () => ({ Shell: ({ children }: { children: React.ReactNode }) => <>{children}</> }));
vi.mock('./pages.ts', () => {
  const Page = Object.assign(() => <h1>The page</h1>, { preload: async () => {} });
  return { pages: new Proxy({}, { get: () => Page }) };
});

beforeEach(async () => {
  await openFreshWindow();
  stubEventSource();
  stubApi({
    'GET /api/settings/public': () => envelope(samplePublicSettings()),
    'GET /__serverLoader': () => envelope({ calls: [] }),
    'GET /api/accessRequests/mine': () => envelope(null),
  });
});
afterEach(closeWindow);

/** `e2e/conformance/section-2-routes.spec.ts` opens the same routes in a browser as the super administrator and a specialist. */
describe.each(['super', 'administrator', 'specialist', 'reader', 'nobody'] as const)('section 2 as %s', (account) => {
  const person: Person = people[account];
  const user = sampleUser({ roleId: person.roleId, permissions: [...(person.pages ?? [])] });

  it('every route shows its page, or 403 in place', async () => {
    initialState.set({ user, loading: false, error: null });
    const client = createQueryClient();
    const history = createMemoryHistory({ initialEntries: ['/app/home/profile'] });
    const router = createAppRouter(client, history);
    renderSignedIn(<RouterProvider router={router} />, { user, client });
    await screen.findByRole('heading', { name: 'The page' });
    const seen = [];
    for (const { path } of routes) {
      await act(() => router.navigate({ href: addressOf(path) }));
      const heading = document.querySelector('h1')?.textContent ?? '';
      const code = document.querySelector('.notice-page-code')?.textContent ?? null;
      seen.push({ path, at: router.state.location.pathname, title: document.title, heading, code });
    }
    expect(seen).toEqual(
      routes.map((route) => {
        const { shows, route: shown, path } = expectedOf(route, person);
        const forbidden = `You don’t have access to “${shown.name}”`;
        return {
          path: route.path,
          at: path,
          title: `${shown.name} · Campus media`,
          heading: shows === 'page' ? 'The page' : shows === 'forbidden' ? forbidden : expect.any(String),
          code: shows === 'page' ? null : shows === 'forbidden' ? '403' : route.path.slice(1),
        };
      }),
    );
  });

  it('the menu lists the permitted pages, group by group, and nothing else', () => {
    const menu = menuOf(user).map(({ group, pages }) => ({ group: group.name, paths: pages.map(({ path }) => path) }));
    expect(menu).toEqual(expectedMenu(person));
  });
});
