import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { closeWindow, openFreshWindow } from '../../lib/testing/fresh-window.ts';
import { pageOf } from '../../lib/testing/sample-page.ts';
import { envelope, failure } from '../../lib/testing/stub-api.ts';
import { stubEventSource } from '../../lib/testing/stub-event-source.ts';
import { openWork } from './testing/open-work.tsx';
import { idOf, reader, sampleOverview, sampleWork } from './testing/sample-work.ts';

let streams: ReturnType<typeof stubEventSource>;
beforeEach(async () => {
  await openFreshWindow();
  streams = stubEventSource();
});
afterEach(closeWindow);

const button = (name: string | RegExp) => screen.findByRole('button', { name });
const rowOf = async (title: string) => (await screen.findByText(title)).closest('tr') as HTMLElement;
async function fromMenu(title: string, name: string | RegExp) {
  await userEvent.click(within(await rowOf(title)).getByRole('button', { name: /^Actions/ }));
  await userEvent.click(await screen.findByRole('menuitem', { name }));
}

describe('the job list', () => {
  it('shows step, live state and cause, and links to resource and log', async () => {
    await openWork('work', '', {
      'GET /api/work': () =>
        envelope(
          pageOf([sampleWork(1), sampleWork(2, { state: 'running', progress: 64, cause: null, causeCode: null })], {
            attention: 7,
            running: 1,
          }),
        ),
    });
    expect(await screen.findByRole('tab', { name: 'Needs attention 7' })).toBeTruthy();
    const row = within(await rowOf('Exam paper 1'));
    expect(row.getByRole('button', { name: 'Text recognition' })).toBeTruthy();
    expect(row.getByRole('button', { name: 'No text found' })).toBeTruthy();
    expect(row.getByRole('link', { name: /Exam paper 1/ }).getAttribute('href')).toContain(
      `?list=work&row=${idOf(1)}&tab=processing`,
    );
    expect(row.getByRole('link', { name: 'Failed' }).getAttribute('href')).toContain(`id=${idOf(1)}`);
    expect(screen.getByText('Running 64%')).toBeTruthy();
  });

  it('re-runs, cancels and reprioritises jobs where possible', async () => {
    const { begun } = await openWork('work');
    await fromMenu('Exam paper 1', 'Re-run');
    await waitFor(() =>
      expect(begun()).toEqual({ list: 'work', action: 'run', selection: { ids: [idOf(1)] }, input: {} }),
    );
    await fromMenu('Exam paper 2', 'Stop');
    await waitFor(() => expect(begun()).toMatchObject({ action: 'cancel', selection: { ids: [idOf(2)] } }));
    await userEvent.click(within(await rowOf('Exam paper 2')).getByRole('button', { name: /^Actions/ }));
    expect(screen.queryByRole('menuitem', { name: /Re-run/ })).toBeNull();
  });

  it('runs with the step’s options and sends only changed ones', async () => {
    const { begun } = await openWork('work');
    await fromMenu('Exam paper 1', 'Run with options…');
    const dialog = within(await screen.findByRole('dialog', { name: 'Text recognition options' }));
    await userEvent.selectOptions(dialog.getByLabelText('Language'), 'zh');
    await userEvent.selectOptions(dialog.getByLabelText('Rotate before reading'), '90');
    await userEvent.click(dialog.getByRole('button', { name: 'Run' }));
    await waitFor(() => expect(begun()).toMatchObject({ input: { options: { language: 'zh', rotate: 90 } } }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  });

  it('acts on many rows at once', async () => {
    const { begun } = await openWork('work');
    await userEvent.click(await screen.findByRole('checkbox', { name: /Exam paper 1/ }));
    await userEvent.click(screen.getByRole('checkbox', { name: /Exam paper 2/ }));
    await userEvent.click(await button('Raise priority'));
    await waitFor(() => expect(begun()).toMatchObject({ action: 'raise', selection: { ids: [idOf(1), idOf(2)] } }));
  });

  it('queues missing steps of the chosen kinds', async () => {
    const { api } = await openWork('work', '', {
      'POST /api/work/missing': () => envelope({ operationId: idOf(9) }, 200, 'ok', 202),
    });
    await userEvent.click(await button('Run missing steps…'));
    await userEvent.click(await screen.findByRole('checkbox', { name: 'Inspection' }));
    await userEvent.click(screen.getByRole('switch', { name: 'Include failed steps' }));
    await userEvent.click(screen.getByRole('button', { name: 'Run missing steps' }));
    await waitFor(() =>
      expect(api.sent('POST /api/work/missing')[0]?.body).toEqual({
        kinds: ['convert', 'ocr', 'asr', 'subtitle', 'scan', 'summarise'],
        failed: true,
      }),
    );
  });

  it('opens a job over the list with cause, engine, options and log', async () => {
    const work = sampleWork(1, { options: { language: 'zh' } });
    await openWork('work', `?id=${idOf(1)}`, {
      [`GET /api/work/${idOf(1)}`]: () => envelope({ work, log: 'page 1: 0 lines', requestedBy: 'Anna' }),
    });
    const sheet = within(await screen.findByRole('dialog', { name: 'Exam paper 1' }));
    expect(await sheet.findByText('page 1: 0 lines')).toBeTruthy();
    expect(sheet.getByText('No text was found on any of its 3 pages.')).toBeTruthy();
    expect(sheet.getByText('PP-OCR v4')).toBeTruthy();
    expect(sheet.getByText('Language: Chinese')).toBeTruthy();
    expect(sheet.getByRole('button', { name: 'Re-run' })).toBeTruthy();
  });

  it('updates live', async () => {
    const { api } = await openWork('work');
    await screen.findByText('Exam paper 1');
    const before = api.sent('GET /api/work').length;
    await act(async () => {
      streams.all[0]?.open();
      streams.all[0]?.send('work', { topic: 'work', resourceId: idOf(101) }, '1');
      streams.all[0]?.send('work', { topic: 'work', resourceId: idOf(102) }, '2');
    });
    await waitFor(() => expect(api.sent('GET /api/work').length).toBe(before + 1));
    expect(api.sent('GET /api/work/overview').length).toBe(2);
  });

  it('explains itself when nothing needs attention', async () => {
    await openWork('work', '', { 'GET /api/work': () => envelope(pageOf([])) });
    expect(await screen.findByText('Nothing needs attention')).toBeTruthy();
  });
});

describe('the job overview', () => {
  it('shows each queue, and who paused it', async () => {
    await openWork('work');
    const strip = within(await screen.findByRole('region', { name: 'Queues and throughput' }));
    expect(strip.getByText(/^Paused by Anna/)).toBeTruthy();
    expect(strip.getByText(/^Oldest: /)).toBeTruthy();
    expect(strip.getByText('1 worker running')).toBeTruthy();
    expect(strip.getByText('276 done · 2 failed')).toBeTruthy();
  });

  it('pauses and resumes a queue, for administrators only', async () => {
    const { api, unmount } = await openWork('work', '', {
      'PATCH /api/work/queues/ocr': () => envelope(sampleOverview().queues[2]),
    });
    await userEvent.click(await button('Resume Text recognition'));
    await waitFor(() => expect(api.sent('PATCH /api/work/queues/ocr')[0]?.body).toEqual({ paused: false }));
    unmount();
    await openWork('work', '', {}, reader);
    await screen.findByRole('region', { name: 'Queues and throughput' });
    expect(screen.queryByRole('button', { name: /^(Pause|Resume) / })).toBeNull();
  });

  it('shows the chart’s figures', async () => {
    await openWork('work');
    await userEvent.click(await button('Table'));
    expect(screen.getAllByRole('row', { name: /^\d+:00 \d+ \d+$/ })).toHaveLength(24);
  });

  it('filters the list by one cause of one step, and back', async () => {
    const { address } = await openWork('work', '?tab=all');
    await userEvent.click(await button('Text recognition: No text found 7'));
    expect(address()).toContain('kind=ocr&cause=noText');
    expect(address()).not.toContain('tab=all');
    await userEvent.click(await button('Text recognition: No text found 7'));
    expect(address()).not.toContain('cause');
  });

  it('says when no worker is running', async () => {
    await openWork('work', '', { 'GET /api/work/overview': () => envelope(sampleOverview({ workers: [] })) });
    expect(await screen.findByText(/^No workers are running/)).toBeTruthy();
  });

  it('fails on its own and keeps the rows below', async () => {
    await openWork('work', '', { 'GET /api/work/overview': () => failure(500, 'Server error', {}, 500) });
    expect(await screen.findByRole('alert')).toBeTruthy();
    expect(await screen.findByText('Exam paper 1')).toBeTruthy();
  });
});
