import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createFormat } from '../../lib/format.ts';
import { english as texts } from '../../lib/testing/all-texts.ts';
import { closeWindow, openFreshWindow } from '../../lib/testing/fresh-window.ts';
import { renderSignedIn } from '../../lib/testing/render-signed-in.tsx';
import { filterWords } from './filter-chips.tsx';
import { FilterEditor } from './filter-editor.tsx';

beforeEach(() => openFreshWindow());
afterEach(closeWindow);

const words = (value: { min?: number; max?: number }, unit?: 'bytes' | 'seconds') =>
  filterWords(
    { kind: 'range', ...(unit && { unit }) },
    value,
    undefined,
    { unit: () => undefined, person: () => undefined },
    { texts, format: createFormat('en', 'UTC') },
  );

describe('a filter by range', () => {
  it('takes one end or both, and none to be removed', async () => {
    const onApply = vi.fn();
    renderSignedIn(
      <FilterEditor
        label="Size"
        declaration={{ kind: 'range' }}
        value={{ min: 5 }}
        choices={undefined}
        onApply={onApply}
      />,
    );
    await userEvent.type(screen.getByLabelText('At most'), '4');
    await userEvent.click(screen.getByRole('button', { name: 'Apply' }));
    expect(onApply).not.toHaveBeenCalled();
    await userEvent.type(screen.getByLabelText('At most'), '0{Enter}');
    expect(onApply).toHaveBeenLastCalledWith({ min: 5, max: 40 });
    await userEvent.clear(screen.getByLabelText('At least'));
    await userEvent.clear(screen.getByLabelText('At most'));
    await userEvent.click(screen.getByRole('button', { name: 'Apply' }));
    expect(onApply).toHaveBeenLastCalledWith(undefined);
  });

  it('is shown in words', () => {
    expect([words({ min: 1200 }), words({ max: 5 }), words({ min: 1, max: 2.5 })]).toEqual([
      '≥ 1,200',
      '≤ 5',
      '1 – 2.5',
    ]);
  });

  it('is shown with its unit', () => {
    expect([words({ min: 5_000_000 }, 'bytes'), words({ min: 90, max: 5_400 }, 'seconds')]).toEqual([
      '≥ 5 MB',
      '1:30 – 1:30:00',
    ]);
  });

  it.each([
    ['bytes', 'Size (MB)', { min: 1_500_000 }, '1.5', '20', { min: 1_500_000, max: 20_000_000 }],
    ['seconds', 'Size (minutes)', { min: 100 }, '1.667', '2.5', { min: 100, max: 150 }],
  ] as const)('in %s is entered in human units and keeps untouched bounds', async (unit, legend, value, ...rest) => {
    const [shown, typed, applied] = rest;
    const onApply = vi.fn();
    renderSignedIn(
      <FilterEditor
        label="Size"
        declaration={{ kind: 'range', unit }}
        value={value}
        choices={undefined}
        onApply={onApply}
      />,
    );
    expect(screen.getByRole('group', { name: legend })).toBeTruthy();
    expect(screen.getByLabelText<HTMLInputElement>('At least').value).toBe(shown);
    await userEvent.type(screen.getByLabelText('At most'), `${typed}{Enter}`);
    expect(onApply).toHaveBeenLastCalledWith(applied);
  });
});
