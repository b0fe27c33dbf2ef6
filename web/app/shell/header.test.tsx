import { areasOf } from '@lectern/contract/access.ts';
import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { closeWindow, openFreshWindow } from '../../lib/testing/fresh-window.ts';
import { sampleUser } from '../../lib/testing/sample-session.ts';
import { envelope } from '../../lib/testing/stub-api.ts';
import { stubEventSource } from '../../lib/testing/stub-event-source.ts';
import { openApp } from '../testing/open-app.tsx';

beforeEach(async () => {
  await openFreshWindow();
  stubEventSource();
});
afterEach(closeWindow);

const superAdmin = sampleUser({ roleId: 1, permissions: [] });
const crumbs = () =>
  within(screen.getByRole('navigation', { name: 'Breadcrumb' }))
    .getAllByRole('listitem')
    .map((step) => step.textContent?.replace(', Switch area', ''));

describe('the breadcrumb', () => {
  it('goes from the area to the page', async () => {
    await openApp('/app/resource/library', { user: superAdmin });
    expect(crumbs()).toEqual(['Resource management', 'Resource library']);
  });

  it('goes down to a page of one entry and links the list above it', async () => {
    const { address } = await openApp('/app/course/list/catalog/detail/9', { user: superAdmin });
    expect(crumbs()).toEqual(['Courses', 'Course management', 'Course chapter detail']);
    const nav = screen.getByRole('navigation', { name: 'Breadcrumb' });
    expect(nav.querySelector('[aria-current="page"]')?.textContent).toBe('Course chapter detail');
    await userEvent.click(within(nav).getByRole('link', { name: 'Course management' }));
    await screen.findByRole('heading', { level: 1, name: 'Course management' });
    expect(address()).toBe('/app/course/list');
  });
});

describe('the area switcher', () => {
  it('offers every area of the user that is not hidden from the header, menu or not', async () => {
    await openApp('/app/home/my', { user: superAdmin });
    await userEvent.click(screen.getByRole('button', { name: /Switch area/ }));
    const offered = screen.getAllByRole('menuitemradio').map((item) => item.textContent);
    expect(offered).toEqual(areasOf(superAdmin).map((area) => area.group.name));
    expect(offered).toContain('System management');
    expect(screen.getByRole('menuitemradio', { checked: true }).textContent).toBe('Personal centre');
  });

  it('links to the first page of an area that the user may open', async () => {
    const permissions = ['/app/home/my', '/app/data/accessRecord'];
    const { address } = await openApp('/app/home/my', { user: sampleUser({ permissions }) });
    await userEvent.click(screen.getByRole('button', { name: /Switch area/ }));
    expect(screen.getAllByRole('menuitemradio')).toHaveLength(2);
    await userEvent.click(screen.getByRole('menuitemradio', { name: 'Statistics centre' }));
    await waitFor(() => expect(address()).toBe('/app/data/accessRecord'));
  });
});

const gear = () => screen.queryByRole('button', { name: 'System management' });
const systemPages = async () => {
  await userEvent.click(screen.getByRole('button', { name: 'System management' }));
  return screen.getAllByRole('menuitem').map((item) => item.textContent);
};

describe('the mail icon and the gear menu', () => {
  it('lead to every page of the hidden areas, permission groups included', async () => {
    const { address } = await openApp('/app/home/my', { user: superAdmin });
    expect(screen.getByRole('link', { name: 'Email' }).getAttribute('href')).toBe('/app/email/list');
    const pages = await systemPages();
    expect(pages).toEqual(expect.arrayContaining(['College management', 'User management', 'Settings']));
    expect(pages).not.toContain('To-do tasks');
    await userEvent.click(screen.getByRole('menuitem', { name: 'Permission group assignment' }));
    await waitFor(() => expect(address()).toBe('/app/system/accessGroup'));
  });

  it('offer only what the permissions allow', async () => {
    const permissions = ['/app/system/task', '/app/system/health', '/app/system/accessGroup'];
    await openApp('/app/system/task', { user: sampleUser({ permissions }) });
    expect(await systemPages()).toEqual(['Health']);
    expect(screen.queryByRole('link', { name: 'Email' })).toBeNull();
  });

  it('are not there for those who may open none of it', async () => {
    await openApp('/app/home/my', { user: sampleUser({ permissions: ['/app/home/my', '/app/system/task'] }) });
    expect(gear()).toBeNull();
  });
});

describe('the tasks', () => {
  const permissions = ['/app/home/my', '/app/system/task'];

  it('have a door with the number of open ones, kept up to date', async () => {
    const stream = stubEventSource();
    let count = 2;
    const calls = { 'GET /api/profile/tasks': () => envelope({ rows: [], count }) };
    await openApp('/app/home/my', { user: sampleUser({ permissions }), calls });
    const door = await screen.findByRole('link', { name: 'Tasks, 2 open' });
    expect(door.getAttribute('href')).toBe('/app/system/task');
    count = 0;
    act(() => stream.all[0]?.send('task', { topic: 'task' }, '1'));
    expect(await screen.findByRole('link', { name: 'Tasks' })).toBeTruthy();
  });

  it('have no door for those who may not open them', async () => {
    await openApp('/app/home/collect', { user: sampleUser({ permissions: ['/app/home/collect'] }) });
    expect(screen.queryByRole('link', { name: /^Tasks/ })).toBeNull();
  });
});

describe('the brand', () => {
  it('is the name that the staff gave the platform', async () => {
    await openApp('/app/home/my');
    expect((await screen.findByRole('link', { name: 'Campus media' })).getAttribute('href')).toBe('/app/home/my');
  });
});
