import { areasOf } from '@lectern/contract/access.ts';
import { screen, waitFor, within } from '@testing-library/react';
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

describe('the mail and gear icons', () => {
  it('link to the hidden areas for people with access', async () => {
    await openApp('/app/home/my', { user: superAdmin });
    expect(screen.getByRole('link', { name: 'Email' }).getAttribute('href')).toBe('/app/email/list');
    expect(screen.getByRole('link', { name: 'System management' }).getAttribute('href')).toBe('/app/system/subject');
  });

  it('link to the first allowed page, hidden ones last', async () => {
    const permissions = ['/app/system/task', '/app/system/health'];
    await openApp('/app/system/task', { user: sampleUser({ permissions }) });
    expect(screen.getByRole('link', { name: 'System management' }).getAttribute('href')).toBe('/app/system/health');
    expect(screen.queryByRole('link', { name: 'Email' })).toBeNull();
  });

  it('are hidden without access', async () => {
    await openApp('/app/home/my');
    expect(screen.queryByRole('link', { name: 'System management' })).toBeNull();
  });
});

describe('the brand', () => {
  it('is the name that the staff gave the platform', async () => {
    await openApp('/app/home/my');
    expect((await screen.findByRole('link', { name: 'Campus media' })).getAttribute('href')).toBe('/app/home/my');
  });
});
