import { groups } from '@lectern/contract/access.ts';
import { routes } from '@lectern/contract/routes.ts';
import { expect, it } from 'vitest';
import { pages } from './pages.ts';

it('every route has a page, except for groups and the routes that the router shows itself', () => {
  const shownByRouter = ['root', 'auth', 'forbidden', 'notFound'];
  const expected = routes.filter((route) => !shownByRouter.includes(route.id) && !groups().includes(route));
  expect(Object.keys(pages).sort()).toEqual(expected.map(({ id }) => id).sort());
});
