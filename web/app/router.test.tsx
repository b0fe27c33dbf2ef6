import { groups } from '@lectern/contract/access.ts';
import type { CurrentUser } from '@lectern/contract/features/auth.ts';
import { routes } from '@lectern/contract/routes.ts';
import { createMemoryHistory, RouterProvider } from '@tanstack/react-router';
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { registerActions } from '../lib/actions.ts';
import { initialState } from '../lib/initial-state.ts';
import { createQueryClient } from '../lib/queries.ts';
import { closeWindow, openFreshWindow } from '../lib/testing/fresh-window.ts';
import { renderSignedIn } from '../lib/testing/render-signed-in.tsx';
import { sampleUser } from '../lib/testing/sample-session.ts';
import { samplePublicSettings } from '../lib/testing/sample-settings.ts';
import { envelope, stubApi } from '../lib/testing/stub-api.ts';
import { stubEventSource } from '../lib/testing/stub-event-source.ts';
import { createAppRouter } from './router.tsx';

/** The shell has its own tests; here only its content matters. */
vi.mock('./shell/shell.tsx', () => ({
  Shell: ({ children }: { children: React.ReactNode }) => <div data-testid="shell">{children}</div>,
}));
vi.mock('./pages.ts', () => ({
  pages: { 'home.my': Object.assign(() => <p>My page</p>, { preload: async () => {} }) },
}));

beforeEach(async () => {
  await openFreshWindow();
  stubEventSource();
});
afterEach(closeWindow);

const mine = 'GET /api/accessRequests/mine';
const ask = 'POST /api/accessRequests';
const asked = (minutesAgo: number) => ({
  taskId: '0197a0d0-0000-7000-8000-000000000009',
  page: '/app/system/health',
  askedAt: new Date(Date.now() - minutesAgo * 60_000).toISOString(),
  state: 'open',
});

async function open(path: string, user: CurrentUser = sampleUser(), calls: Parameters<typeof stubApi>[0] = {}) {
  const api = stubApi({
    'GET /api/settings/public': () => envelope(samplePublicSettings()),
    [mine]: () => envelope(null),
    ...calls,
  });
  const client = createQueryClient();
  initialState.set({ user, loading: false, error: null });
  const history = createMemoryHistory({ initialEntries: ['/app/home/my', path] });
  const router = createAppRouter(client, history);
  renderSignedIn(<RouterProvider router={router} />, { user, client });
  await screen.findByTestId('shell');
  const place = () => router.state.location.href;
  return { api, router, place };
}

const superAdmin = sampleUser({ roleId: 1, permissions: [] });

describe('an address', () => {
  it('/ redirects to My resources', async () => {
    const { place } = await open('/');
    expect(await screen.findByText('My page')).toBeTruthy();
    expect(place()).toBe('/app/home/my');
  });

  it.each(groups().map((group) => group.path))('%s redirects to its first page', async (path) => {
    const { place } = await open(path, superAdmin);
    await waitFor(() => expect(place().startsWith(`${path}/`)).toBe(true));
  });

  it('of a group redirects to the first page the user may open', async () => {
    const { place } = await open('/app/resource', sampleUser({ permissions: ['/app/resource/info'] }));
    await waitFor(() => expect(place()).toBe('/app/resource/info'));
  });

  it('of a group without open pages stays and shows that access is forbidden', async () => {
    const { place } = await open('/app/resource');
    expect(await screen.findByText('403')).toBeTruthy();
    expect(place()).toBe('/app/resource');
  });

  it('of the login page redirects a logged-in user to the requested page', async () => {
    const { place } = await open('/app/auth?redirect=%2Fapp%2Fhome%2Fmy%3Ftab%3Ddrafts%23top');
    await waitFor(() => expect(place()).toBe('/app/home/my?tab=drafts#top'));
  });

  it('of the login page never redirects to another origin', async () => {
    const { place } = await open('/app/auth?redirect=%2F%2Fevil.test');
    await waitFor(() => expect(place()).toBe('/app/home/my'));
  });

  const pages = routes.filter((route) => !route.redirect && route.id !== 'auth' && !groups().includes(route));
  it.each(pages.map((route) => [route.path, route.name]))('%s is the page “%s”, hidden or not', async (path, name) => {
    const address = path.replace('{id}', '0197a0d0-0000-7000-8000-000000000042');
    const { place } = await open(address, superAdmin);
    await waitFor(() => expect(document.title).toBe(`${name} · Campus media`));
    expect(place()).toBe(address);
  });

  it('is case-sensitive, like the route table', async () => {
    const { place } = await open('/app/HOME/my');
    await waitFor(() => expect(place()).toBe('/404?from=%2Fapp%2FHOME%2Fmy'));
  });
});

describe('an unknown address', () => {
  it('redirects to /404, which names it and offers similar pages', async () => {
    const { place } = await open('/app/home/mine', sampleUser());
    expect(await screen.findByText('There’s no page at /app/home/mine.')).toBeTruthy();
    expect(place()).toBe('/404?from=%2Fapp%2Fhome%2Fmine');
    expect(screen.getByRole('navigation').textContent).toContain('My resources');
    await waitFor(() => expect(document.title).toBe('Not found · Campus media'));
  });

  it('is replaced, so Back returns to the previous page', async () => {
    const { router, place } = await open('/nowhere');
    await screen.findByText('404');
    fireEvent.click(screen.getByRole('button', { name: 'Back' }));
    await waitFor(() => expect(place()).toBe('/app/home/my'));
    expect(router.history.length).toBe(2);
  });

  it('is hidden if it isn’t one of our paths', async () => {
    await open('/404?from=https%3A%2F%2Fevil.test');
    expect(await screen.findByText('There’s no page at this address.')).toBeTruthy();
  });

  it('offers the search that the palette registered', async () => {
    const run = vi.fn();
    const withdraw = registerActions([{ id: 'palette.open', label: () => 'x', group: 'help', run }]);
    await open('/nowhere');
    fireEvent.click(await screen.findByRole('button', { name: /Search/ }));
    expect(run).toHaveBeenCalledOnce();
    act(withdraw);
    expect(screen.queryByRole('button', { name: /Search/ })).toBeNull();
  });
});

describe('a page without permission', () => {
  const health = '/app/system/health';

  it('is forbidden in place: the address stays and the missing permission is named', async () => {
    const { place } = await open(`${health}?a=1`);
    expect(await screen.findByRole('heading', { name: 'You don’t have access to “Health”' })).toBeTruthy();
    expect(screen.getByText('None of your permission groups give access to this page.')).toBeTruthy();
    expect(place()).toBe(`${health}?a=1`);
  });

  it('loads none of the page’s code or data', async () => {
    const { api } = await open(health);
    await screen.findByText('403');
    expect(api.sent('GET /__serverLoader')).toEqual([]);
  });

  it('inherits the permission of its list page and names that page', async () => {
    await open('/app/course/list/detail/0197a0d0-0000-7000-8000-000000000042');
    expect(await screen.findByText('None of your permission groups give access to this page.')).toBeTruthy();
  });

  it('names the role when an ability is missing, which can’t be requested', async () => {
    await open('/app/system/accessGroup', sampleUser({ permissions: ['/app/system/accessGroup'] }));
    const text = 'You need the role Administrator or higher to open this page. Your role is Recruitment specialist.';
    expect(await screen.findByText(text)).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Request access' })).toBeNull();
  });

  it('can be requested once, with a note', async () => {
    const { api } = await open(health, sampleUser(), { [ask]: () => envelope(asked(0), 201) });
    const button = await screen.findByRole<HTMLButtonElement>('button', { name: 'Request access' });
    await waitFor(() => expect(button.disabled).toBe(false));
    fireEvent.click(button);
    fireEvent.change(screen.getByRole('textbox'), { target: { value: ' to watch the queue ' } });
    fireEvent.click(screen.getByRole('button', { name: 'Send request' }));
    expect((await screen.findByRole('status')).textContent).toMatch(/^Access requested just now\./);
    expect(api.sent(ask)).toMatchObject([{ body: { page: health, note: 'to watch the queue' } }]);
    expect(api.sent(ask)[0]?.headers['idempotency-key']).toBeTruthy();
  });

  it('offers its explanation apart from the request', async () => {
    await open(health);
    const why = await screen.findByRole('button', { name: 'View my permissions' });
    expect(within(why.parentElement as HTMLElement).getByRole('link', { name: 'My resources' })).toBeTruthy();
    expect(why.getAttribute('aria-expanded')).toBe('false');
    fireEvent.click(why);
    expect(why.getAttribute('aria-expanded')).toBe('true');
  });

  it('says when it was already requested', async () => {
    const { api } = await open(health, sampleUser(), { [mine]: () => envelope(asked(120)) });
    expect((await screen.findByRole('status')).textContent).toMatch(/^You already requested access 2 hours ago\./);
    expect(api.sent(mine)[0]?.url.searchParams.get('page')).toBe(health);
  });

  it('opens automatically once granted', async () => {
    await open('/app/home/my', sampleUser({ permissions: [] }));
    expect(await screen.findByText('403')).toBeTruthy();
    act(() => initialState.set({ user: sampleUser(), loading: false, error: null }));
    expect(await screen.findByText('My page')).toBeTruthy();
  });

  it('is named by /403 when the address says which', async () => {
    await open('/403?from=%2Fapp%2Fsystem%2Fhealth');
    expect(await screen.findByRole('heading', { name: 'You don’t have access to “Health”' })).toBeTruthy();
  });

  it('is offered by /403 once it is open', async () => {
    await open('/403?from=%2Fapp%2Fhome%2Fmy');
    const link = await screen.findByRole<HTMLAnchorElement>('link', { name: 'Open page' });
    expect(link.getAttribute('href')).toBe('/app/home/my');
  });

  it('is left unnamed by a bare /403, which still offers ways on', async () => {
    await open('/403');
    expect(await screen.findByRole('heading', { name: 'You don’t have access to this page' })).toBeTruthy();
    const ways = within(document.querySelector<HTMLElement>('.notice-page') as HTMLElement);
    expect(ways.getByRole('link', { name: 'My resources' }).getAttribute('href')).toBe('/app/home/my');
  });

  it.each([
    ['the first page they may open', ['/app/course/list', '/app/resource/info'], 'All resources', '/app/resource/info'],
    ['their profile', [], 'Profile', '/app/home/profile'],
  ])('never offers a page the user may not open, but %s', async (_, permissions, name, href) => {
    await open('/403', sampleUser({ roleId: 4, permissions }));
    await screen.findByRole('heading', { name: 'You don’t have access to this page' });
    const ways = within(document.querySelector<HTMLElement>('.notice-page') as HTMLElement);
    expect(ways.getByRole('link', { name }).getAttribute('href')).toBe(href);
    expect(ways.queryByRole('link', { name: 'My resources' })).toBeNull();
  });

  it('is never the start after login: people start on the first page they may open', async () => {
    const { place } = await open('/app/auth', sampleUser({ roleId: 4, permissions: ['/app/resource/info'] }));
    await waitFor(() => expect(place()).toBe('/app/resource/info'));
  });
});
