import { iconNames } from '@lectern/contract/icons.ts';
import { routes } from '@lectern/contract/routes.ts';
import { cleanup, render } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import { interfaceIconNames } from '../lib/icon-name.ts';
import { Icon, type IconName } from './icon.tsx';

afterEach(cleanup);

const everyName: IconName[] = [...iconNames, ...interfaceIconNames].flatMap((name) => [name, `${name}Filled` as const]);

it.each(everyName)('draws %s', (name) => {
  const { container } = render(<Icon name={name} />);
  const paths = [...container.querySelectorAll('path')].map((path) => path.getAttribute('d') ?? '');
  expect(paths.length).toBeGreaterThan(0);
  for (const path of paths) expect(path).toMatch(/^[Mm][\d\s.,a-zA-Z-]+$/);
});

it('has a drawing for every icon that a route record names', () => {
  const named = routes.flatMap((route) => [route.icon, route.activeIcon].filter((icon) => icon !== undefined));
  expect(named.filter((name) => !everyName.includes(name))).toEqual([]);
});
