import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { closeWindow, openFreshWindow } from '../../../lib/testing/fresh-window.ts';
import { envelope } from '../../../lib/testing/stub-api.ts';
import { stubEventSource } from '../../../lib/testing/stub-event-source.ts';
import { at, idOf, openResource, sampleResource, sampleVersion } from './testing/open-resource.tsx';
import { sampleStep } from './testing/sample-reading.ts';

let streams: ReturnType<typeof stubEventSource>;
beforeEach(async () => {
  await openFreshWindow();
  streams = stubEventSource();
});
afterEach(closeWindow);

const steps = [
  { work: sampleStep('inspect', { engine: 'exiftool' }), log: 'read 12 tags' },
  {
    work: sampleStep('convert', {
      id: idOf(76),
      state: 'running',
      progress: 40,
      startedAt: '2026-11-15T10:00:01.000Z',
      waitSeconds: 1,
      runSeconds: 12,
    }),
    log: '',
  },
  { work: sampleStep('asr', { state: 'queued', waitSeconds: 30, runSeconds: 0 }), log: '' },
  {
    work: sampleStep('ocr', {
      id: idOf(77),
      state: 'failed',
      cause: 'The file is damaged at page 4.',
      causeCode: 'damaged',
    }),
    log: 'page 4: broken stream',
  },
];
const calls = { [`GET ${at}/work`]: () => envelope(steps), [`GET ${at}/renditions`]: () => envelope([]) };
const entry = async (name: string) => within((await screen.findByText(name)).closest('li') as HTMLElement);

describe('the steps of a resource', () => {
  it('are listed in order with state, progress, cause and log', async () => {
    await openResource(sampleResource(), calls, '?tab=processing');
    expect((await entry('Inspection')).getByText('read 12 tags')).toBeTruthy();
    const running = await entry('Conversion');
    expect(running.getByText('Running 40%')).toBeTruthy();
    expect(running.getByRole<HTMLProgressElement>('progressbar').value).toBe(40);
    expect(running.getByText('Log · 12 s')).toBeTruthy();
    expect((await entry('Speech recognition')).getByText('Log · Wait time 30 s')).toBeTruthy();
    const failed = await entry('Text recognition');
    expect(failed.getByText('The file is damaged at page 4.')).toBeTruthy();
    expect(failed.getByText('page 4: broken stream')).toBeTruthy();
  });

  it('show the time left, the place in the queue, and who paused it', async () => {
    const paused = { by: 'Anna Li', at: '2026-11-15T10:00:00.000Z' };
    const waiting = [
      steps[1],
      { ...steps[2], queue: { ahead: 3, seconds: 240, paused: null } },
      {
        work: sampleStep('ocr', { id: idOf(77), state: 'queued' }),
        log: '',
        queue: { ahead: 0, seconds: null, paused },
      },
    ];
    await openResource(sampleResource(), { ...calls, [`GET ${at}/work`]: () => envelope(waiting) }, '?tab=processing');
    expect((await entry('Conversion')).getByText(/^About .* left$/)).toBeTruthy();
    expect((await entry('Speech recognition')).getByText(/^3 ahead in the queue · done in about/)).toBeTruthy();
    expect((await entry('Text recognition')).getByText(/^Queue paused by Anna Li on /)).toBeTruthy();
  });

  it('keep the preview of the version before until the new file is ready', async () => {
    const before = sampleVersion({ id: idOf(12), number: 1, current: false });
    const replaced = sampleResource({ versionNumber: 2, current: sampleVersion({ number: 2 }) });
    const versions = { [`GET ${at}/versions`]: () => envelope([replaced.current, before]) };
    await openResource(replaced, { ...calls, ...versions });
    expect(await screen.findByText('Preparing version 2. Showing version 1 until it’s ready.')).toBeTruthy();
  });

  it('are stopped while under way, and run again with other options afterwards', async () => {
    const { api } = await openResource(
      sampleResource(),
      {
        ...calls,
        [`DELETE ${at}/work/convert`]: () => envelope(sampleStep('convert', { state: 'cancelled' })),
        [`POST ${at}/work/ocr`]: () => envelope(sampleStep('ocr', { state: 'queued' }), 200, 'ok', 202),
      },
      '?tab=processing',
    );
    await userEvent.click((await entry('Conversion')).getByRole('button', { name: 'Stop' }));
    await waitFor(() => expect(api.sent(`DELETE ${at}/work/convert`)).toHaveLength(1));
    await userEvent.click((await entry('Text recognition')).getByRole('button', { name: 'Run with options…' }));
    await userEvent.selectOptions(await screen.findByLabelText('Rotate before reading'), '180');
    await userEvent.click(screen.getByRole('button', { name: 'Run' }));
    await waitFor(() => expect(api.sent(`POST ${at}/work/ocr`)[0]?.body).toEqual({ options: { rotate: 180 } }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  });

  it('that lack an engine come with the command that installs it', async () => {
    const cause = 'LibreOffice isn’t installed. Install it with: sudo apt-get install libreoffice';
    const missing = { work: sampleStep('convert', { state: 'skipped', cause, causeCode: 'engineMissing' }), log: '' };
    await openResource(
      sampleResource(),
      { ...calls, [`GET ${at}/work`]: () => envelope([missing]) },
      '?tab=processing',
    );
    const step = await entry('Conversion');
    expect(step.getByText('LibreOffice isn’t installed.')).toBeTruthy();
    expect(step.getByText('sudo apt-get install libreoffice').tagName).toBe('CODE');
    expect(step.getByRole('button', { name: 'Copy command' })).toBeTruthy();
  });

  it('are read-only for people who can’t edit the resource', async () => {
    await openResource(sampleResource({ mayEdit: false }), calls, '?tab=processing');
    const failed = await entry('Text recognition');
    expect(failed.queryByRole('button', { name: /^Run/ })).toBeNull();
  });

  it('update live', async () => {
    const { api } = await openResource(sampleResource(), calls, '?tab=processing');
    await entry('Conversion');
    await act(async () => {
      streams.all[0]?.open();
      streams.all[0]?.send('work', { topic: 'work', resourceId: idOf(2) }, '1');
      streams.all[0]?.send('work', { topic: 'work', resourceId: idOf(1) }, '2');
    });
    await waitFor(() => expect(api.sent(`GET ${at}/work`)).toHaveLength(2));
  });

  it('are none yet while the file is new', async () => {
    await openResource(sampleResource(), { ...calls, [`GET ${at}/work`]: () => envelope([]) }, '?tab=processing');
    expect(await screen.findByText('No steps yet')).toBeTruthy();
  });
});
