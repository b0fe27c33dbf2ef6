import { menuOf } from '@lectern/contract/access.ts';
import { routes } from '@lectern/contract/routes.ts';
import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { closeWindow, openFreshWindow } from '../../lib/testing/fresh-window.ts';
import { sampleUser } from '../../lib/testing/sample-session.ts';
import { stubEventSource } from '../../lib/testing/stub-event-source.ts';
import { openApp } from '../testing/open-app.tsx';

beforeEach(async () => {
  await openFreshWindow();
  stubEventSource();
});
afterEach(closeWindow);

const superAdmin = sampleUser({ roleId: 1, permissions: [] });
const menu = () => screen.getByRole('navigation', { name: 'Main menu' });
const addresses = (nav: HTMLElement) =>
  within(nav)
    .getAllByRole('link')
    .map((link) => link.getAttribute('href'));

describe('the menu', () => {
  it('lists for a super administrator every page that is not hidden, under its group', async () => {
    await openApp('/app/home/my', { user: superAdmin });
    const groups = menuOf(superAdmin);
    expect(addresses(menu())).toEqual(groups.flatMap((entry) => entry.pages.map((page) => page.path)));
    const headings = within(menu())
      .getAllByRole('heading')
      .map((heading) => heading.textContent);
    expect(headings).toEqual(groups.map((entry) => entry.group.name));
    expect(headings).not.toContain('System management');
    expect(headings).not.toContain('Email management');
  });

  it('lists only permitted pages for everyone else, and no empty group', async () => {
    const permissions = ['/app/home/my', '/app/data/convert', '/app/system/task', '/app/unknown'];
    await openApp('/app/home/my', { user: sampleUser({ permissions }) });
    expect(addresses(menu())).toEqual(['/app/home/my', '/app/data/convert']);
    expect(within(menu()).getAllByRole('heading')).toHaveLength(2);
  });

  it('names every entry by its full name, even where a shorter one is shown', async () => {
    await openApp('/app/home/my', { user: superAdmin });
    for (const page of menuOf(superAdmin).flatMap((entry) => entry.pages)) {
      expect(within(menu()).getByRole('link', { name: page.name })).toBeTruthy();
    }
  });

  it('marks the current page with its filled icon', async () => {
    await openApp('/app/home/my', { user: superAdmin });
    const current = within(menu()).getByRole('link', { current: 'page' });
    expect(current.textContent).toBe('My resources');
    expect(current.querySelector('.icon-filled')).toBeTruthy();
    expect(menu().querySelectorAll('.icon-filled')).toHaveLength(1);
  });

  it('keeps the list page marked on a page of one entry', async () => {
    await openApp('/app/resource/info/videoDetail/7', { user: superAdmin });
    const marked = within(menu()).getByRole('link', { name: 'All resources' });
    expect(marked.getAttribute('aria-current')).toBe('true');
  });

  it('opens the clicked page', async () => {
    const { address } = await openApp('/app/home/my', { user: superAdmin });
    await userEvent.click(within(menu()).getByRole('link', { name: 'My favourites' }));
    expect(await screen.findByRole('heading', { level: 1, name: 'My favourites' })).toBeTruthy();
    expect(address()).toBe('/app/home/collect');
  });
});

describe('in an area that the menu leaves out', () => {
  it('the area’s own pages come first, and the menu stays below', async () => {
    await openApp('/app/system/audit', { user: superAdmin });
    const area = screen.getByRole('navigation', { name: 'System management pages' });
    const system = routes.filter((route) => route.parentId === 'system' && !route.hideInMenu);
    expect(addresses(area)).toEqual(system.map((route) => route.path));
    expect(within(area).getByRole('link', { current: 'page' }).textContent).toBe('Audit log');
    expect(addresses(menu())).toContain('/app/home/my');
  });

  it('only the pages are listed that the user may open', async () => {
    await openApp('/app/system/apiKey', { user: sampleUser({ permissions: ['/app/system/apiKey'] }) });
    const area = screen.getByRole('navigation', { name: 'System management pages' });
    expect(addresses(area)).toEqual(['/app/system/apiKey']);
  });
});
