import { fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { provideNavigator } from '../../lib/navigation.ts';
import { closeWindow, openFreshWindow } from '../../lib/testing/fresh-window.ts';
import type { ChartCanvasProps } from './chart-canvas.tsx';
import { ChartFigure } from './chart-figure.tsx';
import { sampleChart } from './testing/sample-chart.ts';

// The drawing needs a real browser; these tests cover everything around it.
vi.mock('./chart-canvas.tsx', () => ({
  ChartCanvas: ({ onPoint, onSpot }: ChartCanvasProps) => (
    <button
      type="button"
      onClick={() => {
        onPoint({ point: 1, series: 0 });
        onSpot({ x: 10, y: 10, width: 100 });
      }}
    >
      drawing
    </button>
  ),
}));

beforeEach(() => openFreshWindow());
afterEach(closeWindow);

const went = vi.fn();

function show(props: Partial<Parameters<typeof ChartFigure>[0]> = {}) {
  provideNavigator(went);
  went.mockClear();
  render(<ChartFigure title="Views by kind" fileName="views" data={sampleChart()} {...props} />);
  return userEvent.setup();
}

describe('a chart', () => {
  it('can be used with arrow keys, reads each value aloud and opens it with Enter', async () => {
    const user = show();
    const plot = screen.getByRole('application', { name: 'Chart: Views by kind' });
    expect(plot.textContent).toContain('Highest: 30 views (Audio, 3 Oct)');
    plot.focus();
    await user.keyboard('{ArrowRight}{ArrowRight}');
    expect(plot.textContent).toContain('2 Oct, Video: 20 views.');
    await user.keyboard('{Enter}');
    expect(went).toHaveBeenCalledExactlyOnceWith('/v2');
    await user.keyboard('{ArrowRight}{Enter}');
    expect(went).toHaveBeenCalledTimes(1);
  });

  it('is printed with its drawing and its table, whichever is on screen', async () => {
    const user = show();
    const shown = () => [
      screen.queryByRole('application') !== null,
      screen.queryByRole('table', { name: 'Views by kind, as a table' }) !== null,
    ];
    expect(shown()).toEqual([true, false]);
    fireEvent(window, new Event('beforeprint'));
    expect(shown()).toEqual([true, true]);
    fireEvent(window, new Event('afterprint'));
    await user.click(screen.getByRole('button', { name: 'Show as table' }));
    expect(shown()).toEqual([false, true]);
    fireEvent(window, new Event('beforeprint'));
    expect(shown()).toEqual([true, true]);
  });

  it('shows the same numbers as a table, each linked to its records', async () => {
    const user = show();
    expect(screen.queryByRole('table')).toBeNull();
    await user.click(screen.getByRole('button', { name: 'Show as table' }));
    const table = within(screen.getByRole('table', { name: 'Views by kind, as a table' }));
    expect(table.getAllByRole('row').map((row) => row.textContent)).toEqual([
      'DayVideoAudio',
      'Thu, 1 Oct 202610 views5 views',
      '2 Oct20 views0 views',
      '3 Oct0 views30 views',
    ]);
    expect(table.getAllByRole('link').map((link) => link.getAttribute('href'))).toEqual(['/v1', '/a1', '/v2', '/a3']);
    await user.click(screen.getByRole('button', { name: 'Show as chart' }));
    expect(screen.getByRole('application')).toBeTruthy();
  });

  it('shows the pointed value with those beside it, and that it opens', async () => {
    show();
    fireEvent.click(await screen.findByRole('button', { name: 'drawing', hidden: true }));
    const tip = document.querySelector('.chart-tip');
    expect(tip?.textContent).toContain('2 Oct');
    expect(tip?.textContent).toContain('Video20 views');
    expect(tip?.textContent).toContain('Click to open: Video');
  });

  it('takes series out by the legend and never all of them', async () => {
    const user = show();
    const video = screen.getByRole('button', { name: 'Video' });
    await user.click(video);
    expect(video.getAttribute('aria-pressed')).toBe('false');
    await user.click(screen.getByRole('button', { name: 'Audio' }));
    expect(video.getAttribute('aria-pressed')).toBe('true');
  });

  it('says that it loads, that there is nothing, and what went wrong, in its place', async () => {
    show({ data: undefined });
    expect(screen.getByRole('status', { name: 'Loading…' })).toBeTruthy();
    show({ data: sampleChart({ series: [] }), empty: 'Nothing was added.' });
    expect(screen.getByText('Nothing was added.')).toBeTruthy();
    const retry = vi.fn();
    show({ data: undefined, error: new Error('no'), onRetry: retry });
    fireEvent.click(within(screen.getByRole('alert')).getByRole('button'));
    await waitFor(() => expect(retry).toHaveBeenCalledOnce());
  });
});
