import { render, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { closeWindow, openFreshWindow } from '../../lib/testing/fresh-window.ts';
import { DataGrid } from './data-grid.tsx';
import type { GridColumn } from './grid-column.ts';

type Row = { id: string; name: string };

beforeEach(() => openFreshWindow());
afterEach(closeWindow);

const columns: GridColumn<Row>[] = [{ id: 'name', heading: 'Name', width: 100, main: true, cell: ({ name }) => name }];
const grid = (names: readonly string[]) => (
  <DataGrid
    label="To-dos"
    rows={names.map((name) => ({ id: name, name }))}
    idOf={({ id }) => id}
    labelOf={({ name }) => name}
    hrefOf={({ id }) => `?id=${id}`}
    columns={columns}
    rowHeight={34}
  />
);

it('hands the focus to the row that takes the place of the one that went', () => {
  const { rerender } = render(grid(['Call', 'Order', 'Write']));
  screen.getByRole('link', { name: 'Order' }).focus();
  rerender(grid(['Call', 'Write']));
  expect(document.activeElement).toBe(screen.getByRole('link', { name: 'Write' }));
  rerender(grid(['Call']));
  expect(document.activeElement).toBe(screen.getByRole('link', { name: 'Call' }));
});

it('leaves the focus alone that is elsewhere', () => {
  const { rerender } = render(grid(['Call', 'Order']));
  const link = screen.getByRole('link', { name: 'Order' });
  link.focus();
  link.blur();
  rerender(grid(['Call']));
  expect(document.activeElement).toBe(document.body);
});
