import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { DragArea } from './drag-area.tsx';
import { useDragRow } from './use-drag-row.ts';

afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
});

const onDrop = vi.fn();
const onClick = vi.fn();

function Row({ id }: { id: string }) {
  const drag = useDragRow({ kind: 'row', id, name: `Row ${id}`, zones: () => ['before', 'after'] });
  return (
    <button type="button" ref={drag.ref} {...drag.handlers} {...drag.marks} onClick={onClick}>
      {id}
    </button>
  );
}

/** Renders rows of 20 pixels, one below the other. */
function open(): HTMLElement[] {
  onDrop.mockClear();
  onClick.mockClear();
  render(
    <DragArea onDrop={onDrop}>
      <Row id="a" />
      <Row id="b" />
    </DragArea>,
  );
  const rows = screen.getAllByRole('button');
  for (const [at, row] of rows.entries()) {
    row.getBoundingClientRect = () => new DOMRect(0, at * 20, 100, 20);
  }
  document.elementFromPoint = (_, y) => rows[Math.floor(y / 20)] ?? null;
  return rows;
}
const pointer = { pointerId: 1, isPrimary: true, button: 0 };
const move = (clientY: number) => fireEvent.pointerMove(window, { ...pointer, clientX: 10, clientY });
const down = (row: HTMLElement | undefined) =>
  fireEvent.pointerDown(row as HTMLElement, { ...pointer, clientX: 10, clientY: 10 });

it('shows where a row would go, and puts it there without a click', () => {
  const [first, second] = open();
  down(first);
  move(35);
  expect(second?.dataset.drop).toBe('after');
  expect(first?.dataset.dragged).toBe('true');
  expect(document.querySelector('.drag-overlay')?.textContent).toBe('Row a');
  fireEvent.pointerUp(window, pointer);
  fireEvent.click(first as HTMLElement);
  expect(onClick).not.toHaveBeenCalled();
  expect(onDrop).toHaveBeenCalledWith(expect.objectContaining({ id: 'a' }), { kind: 'row', id: 'b', zone: 'after' });
  expect(second?.dataset.drop).toBeUndefined();
});

it('stays a click until the pointer has gone some way', () => {
  const [first] = open();
  down(first);
  move(12);
  fireEvent.pointerUp(window, pointer);
  fireEvent.click(first as HTMLElement);
  expect(onClick).toHaveBeenCalledOnce();
  expect(onDrop).not.toHaveBeenCalled();
});

it('is cancelled by Escape', () => {
  const [first, second] = open();
  down(first);
  move(35);
  fireEvent.keyDown(window, { key: 'Escape' });
  expect(second?.dataset.drop).toBeUndefined();
  fireEvent.pointerUp(window, pointer);
  expect(onDrop).not.toHaveBeenCalled();
});
