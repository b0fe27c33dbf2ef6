import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { closeWindow, openFreshWindow } from '../../lib/testing/fresh-window.ts';
import { pageOf } from '../../lib/testing/sample-page.ts';
import { envelope } from '../../lib/testing/stub-api.ts';
import { stubEventSource } from '../../lib/testing/stub-event-source.ts';
import { openWork } from './testing/open-work.tsx';
import { idOf, reader, sampleWork } from './testing/sample-work.ts';

beforeEach(async () => {
  await openFreshWindow();
  stubEventSource();
});
afterEach(closeWindow);

const read = sampleWork(1, {
  state: 'done',
  cause: null,
  causeCode: null,
  confidence: 0.874,
  language: 'en',
  check: 'needsCheck',
});
const heard = sampleWork(3, {
  ...read,
  id: idOf(3),
  kind: 'asr',
  resource: { ...read.resource, id: idOf(103), kind: 'audio', format: 'mp3', title: 'Radio talk' },
});
const openMenu = async (title: string) => {
  const row = (await screen.findByText(title)).closest('tr') as HTMLElement;
  await userEvent.click(within(row).getByRole('button', { name: /^Actions/ }));
};

describe('the OCR list', () => {
  it('shows how sure the machine is, language and engine, and opens the text', async () => {
    await openWork('ocr', '', {
      'GET /api/ocr': () => envelope(pageOf([read], { todo: 2, needsCheck: 1 })),
    });
    expect(await screen.findByText('87%')).toBeTruthy();
    expect(screen.getByRole('tab', { name: 'To do 2' })).toBeTruthy();
    expect(screen.getByRole('button', { name: 'English' })).toBeTruthy();
    expect(screen.getByText('PP-OCR v4')).toBeTruthy();
    expect(screen.getByRole('link', { name: /Exam paper 1/ }).getAttribute('href')).toBe(
      `/app/handle/imgDetail/${idOf(101)}`,
    );
  });

  it('exports a row as text, JSON or hOCR, and marks it as checked', async () => {
    const { begun } = await openWork('ocr', '', { 'GET /api/ocr': () => envelope(pageOf([read])) });
    const go = vi.spyOn(window.location, 'assign').mockImplementation(() => undefined);
    await openMenu('Exam paper 1');
    for (const format of ['TXT', 'JSON', 'hOCR'])
      expect(screen.getByRole('menuitem', { name: `Export as ${format}` })).toBeTruthy();
    await userEvent.click(screen.getByRole('menuitem', { name: 'Export as hOCR' }));
    expect(go).toHaveBeenCalledWith(`/api/resources/${idOf(101)}/readings/ocr/export?format=hocr`);
    await openMenu('Exam paper 1');
    await userEvent.click(screen.getByRole('menuitem', { name: 'Mark as checked' }));
    await waitFor(() => expect(begun()).toMatchObject({ list: 'ocr', action: 'markChecked' }));
  });

  it('runs on everything once one has seen how much that is', async () => {
    const { begun } = await openWork('ocr', '', { 'GET /api/ocr': () => envelope(pageOf([read])) });
    await userEvent.click(await screen.findByRole('button', { name: 'Run all…' }));
    expect(await screen.findByText(/^Text recognition runs again on 1 file /)).toBeTruthy();
    await userEvent.click(screen.getByRole('button', { name: 'Run all' }));
    await waitFor(() => expect(begun()).toMatchObject({ action: 'run', selection: { matching: 'tab=all' } }));
  });

  it('catches up with its own step alone', async () => {
    const { api } = await openWork('ocr', '', {
      'POST /api/work/missing': () => envelope({ operationId: idOf(9) }, 200, 'ok', 202),
    });
    await userEvent.click(await screen.findByRole('button', { name: 'Run missing steps…' }));
    await userEvent.click(await screen.findByRole('button', { name: 'Run missing steps' }));
    await waitFor(() => expect(api.sent('POST /api/work/missing')[0]?.body).toEqual({ kinds: ['ocr'], failed: false }));
  });

  it('gives options to many at once, since all rows are one step', async () => {
    const { begun } = await openWork('ocr');
    await userEvent.click(await screen.findByRole('checkbox', { name: /Exam paper 1/ }));
    await userEvent.click(screen.getByRole('checkbox', { name: /Exam paper 2/ }));
    await userEvent.click(screen.getByRole('button', { name: /^More/ }));
    await userEvent.click(await screen.findByRole('menuitem', { name: 'Run with options…' }));
    await userEvent.click(await screen.findByRole('switch', { name: 'Read all pages' }));
    await userEvent.click(screen.getByRole('button', { name: 'Run' }));
    await waitFor(() =>
      expect(begun()).toMatchObject({ input: { options: { allPages: true } }, selection: { ids: [idOf(1), idOf(2)] } }),
    );
  });

  it('offers bulk runs only to people who may run them', async () => {
    await openWork('ocr', '', {}, reader);
    await screen.findByText('Exam paper 1');
    expect(screen.queryByRole('button', { name: /^Run (missing|all)/ })).toBeNull();
  });
});

describe('the transcript list', () => {
  it('opens the transcript and exports captions', async () => {
    await openWork('asr', '', { 'GET /api/asr': () => envelope(pageOf([heard])) });
    const link = await screen.findByRole('link', { name: /Radio talk/ });
    expect(link.getAttribute('href')).toMatch(/^\/app\/handle\/asr(Audio|Video)Detail\//);
    await openMenu('Radio talk');
    for (const format of ['TXT', 'SRT', 'VTT', 'JSON'])
      expect(screen.getByRole('menuitem', { name: `Export as ${format}` })).toBeTruthy();
  });

  it('leads to the first upload without recordings, and to other tabs from an empty one', async () => {
    await openWork('asr', '', { 'GET /api/asr': () => envelope(pageOf([], { all: 0 })) });
    expect(await screen.findByText('No recordings yet')).toBeTruthy();
    expect(screen.getByRole('button', { name: 'Upload in My resources' })).toBeTruthy();
  });

  it('distinguishes an empty tab from an empty list', async () => {
    const { address } = await openWork('asr', '?tab=checked', {
      'GET /api/asr': () => envelope(pageOf([], { all: 3 })),
    });
    expect(await screen.findByText('Nothing in “Checked”')).toBeTruthy();
    await userEvent.click(screen.getByRole('button', { name: 'Show all' }));
    expect(address()).toContain('tab=all');
  });

  it('says what is missing when a filter has no matches', async () => {
    await openWork('asr', '?cause=noSpeech', { 'GET /api/asr': () => envelope(pageOf([])) });
    expect(await screen.findByText('No results')).toBeTruthy();
  });
});
