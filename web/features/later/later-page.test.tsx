import { groups } from '@lectern/contract/access.ts';
import { hasParameter, type Route, routes } from '@lectern/contract/routes.ts';
import { screen } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { pages } from '../../app/pages.ts';
import { english as en, chinese as zh } from '../../lib/testing/all-texts.ts';
import { closeWindow, openFreshWindow } from '../../lib/testing/fresh-window.ts';
import { renderPage } from '../../lib/testing/render-page.tsx';
import { LaterPage, laterSentence } from './later-page.tsx';

beforeEach(() => openFreshWindow());
afterEach(closeWindow);

/** The router shows these itself. */
const others = ['root', 'auth', 'forbidden', 'notFound'];
const isUnbuilt = (route: Route) => !others.includes(route.id) && !(route.id in pages) && !groups().includes(route);
const unbuilt = routes.filter(isUnbuilt);

describe('a page that is not built yet', () => {
  it.each(unbuilt.map((route) => [route.id, route] as const))(
    '%s says what it will hold in both languages',
    (_id, route) => {
      for (const texts of [en, zh]) {
        const sentence = laterSentence(route, texts);
        expect(sentence).not.toBe(texts.later.unknown);
        expect(sentence).not.toMatch(/[{}]/);
      }
    },
  );

  it('leaves no sentence behind for a page that is built or unknown', () => {
    const awaited = unbuilt.filter((route) => !hasParameter(route)).map((route) => route.id);
    expect(Object.keys(en.later.sentences).sort()).toEqual([...awaited].sort());
  });

  it('shows its name, that it is not built, and nothing to click', async () => {
    await renderPage('/app/data/accessStat', LaterPage);
    expect(screen.getByRole('heading', { level: 1, name: en.routes['data.accessStat'] })).toBeTruthy();
    expect(screen.getByText('This page is not built yet.')).toBeTruthy();
    expect(screen.getByText(en.later.unknown)).toBeTruthy();
    expect(screen.queryByRole('button')).toBeNull();
  });

  it('names the list that a page of one entry belongs to', async () => {
    await renderPage('/app/course/list/detail/5', LaterPage);
    expect(screen.getByText(/one entry of “Course management”/)).toBeTruthy();
  });
});
