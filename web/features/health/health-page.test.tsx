import type { HealthReport, SupportBundle } from '@lectern/contract/features/health.ts';
import type { JobRow } from '@lectern/contract/features/job.ts';
import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { closeWindow, openFreshWindow } from '../../lib/testing/fresh-window.ts';
import { renderPage } from '../../lib/testing/render-page.tsx';
import { sampleUser } from '../../lib/testing/sample-session.ts';
import { envelope, failure, stubApi } from '../../lib/testing/stub-api.ts';
import { stubEventSource } from '../../lib/testing/stub-event-source.ts';
import { HealthPage } from './health-page.tsx';

const read = 'GET /api/system/health';
const list = 'GET /api/system/health/bundles';
const make = 'POST /api/system/health/bundles';
let stream: ReturnType<typeof stubEventSource>;

beforeEach(async () => {
  await openFreshWindow();
  stream = stubEventSource();
});
afterEach(closeWindow);

const minutesAgo = (count: number) => new Date(Date.now() - count * 60_000).toISOString();
const queue = {
  waiting: 14,
  running: 2,
  failedLastDay: 3,
  oldestWaitingAt: minutesAgo(7),
  workers: [{ name: 'worker-1', startedAt: minutesAgo(60), lastSeenAt: minutesAgo(0) }],
};
const report = (change: Partial<HealthReport> = {}): HealthReport => ({
  state: 'degraded',
  checkedAt: minutesAgo(2),
  problems: [{ severity: 'bad', code: 'enginesMissing', params: { names: 'LibreOffice', command: 'apt' } }],
  versions: { lectern: '0.1.0', node: '24.21.0', postgres: '18.4', schema: '007-tasks.sql' },
  process: { startedAt: minutesAgo(180), memoryBytes: 183_000_000, eventLoopDelayMs: 2.4 },
  database: { state: 'up', embedded: true, latencyMs: 0.8, sizeBytes: 48_200_000, connections: 9 },
  disk: { path: '/srv/data', freeBytes: 80e9, totalBytes: 500e9, usedByFilesBytes: 2e9 },
  queue,
  mail: {
    ...{ state: 'down', host: 'mail.test:25', from: 'a@b.test', problem: 'connect ECONNREFUSED', since: null },
    ...{ resumeAt: null, waiting: 3 },
  },
  loops: [
    {
      ...{ name: 'mail', instances: 1, failing: true, failures: 4, failingSince: minutesAgo(3), lastSuccessAt: null },
      message: 'relation "mails" does not exist (SQL 42P01)',
    },
    {
      ...{ name: 'scan', instances: 1, failing: false, failures: 0, failingSince: null, message: null },
      lastSuccessAt: minutesAgo(1),
    },
  ],
  engines: [
    { name: 'new engine', found: true, version: '5.1', install: null },
    {
      name: 'LibreOffice',
      found: false,
      version: null,
      install: 'apt-get install libreoffice',
    },
  ],
  sandbox: 'landlock',
  ...change,
});
const idOf = (n: number) => `0197a0d0-0000-7000-8000-0000000000${n}`;
const job = (change: Partial<JobRow> = {}): JobRow => ({
  id: idOf(51),
  kind: 'supportBundle',
  state: 'queued',
  progress: 0,
  cause: null,
  tries: 0,
  requestedBy: 'Li Wei',
  createdAt: minutesAgo(1),
  startedAt: null,
  finishedAt: null,
  ...change,
});
const done: SupportBundle = {
  id: idOf(41),
  job: job({ state: 'done', progress: 100 }),
  file: { name: 'support.zip', sizeBytes: 48_000, sha256: 'x' },
};
const admin = sampleUser({ roleId: 2 });

async function open(calls: Parameters<typeof stubApi>[0] = {}, user = admin) {
  const api = stubApi({ [read]: () => envelope(report()), [list]: () => envelope([]), ...calls });
  await renderPage('/app/system/health', HealthPage, user);
  return api;
}
const section = async (name: string) => within(await screen.findByRole('region', { name }));

describe('the health page', () => {
  it('shows every background service, with the last error of a failing one', async () => {
    await open();
    const services = await section('Background services');
    expect(services.getByText('1 failing')).toBeTruthy();
    const [, mail, scan] = services.getAllByRole('row');
    expect(mail?.textContent).toBe(
      'Email deliveryFailed 4 times, first 3 minutes agoNot yetrelation "mails" does not exist (SQL 42P01)',
    );
    expect(scan?.textContent).toMatch(/^Sensitive word scanRunning1 minute ago/);
  });

  it('says so when background services couldn’t be checked', async () => {
    await open({ [read]: () => envelope(report({ loops: null })) });
    expect((await section('Background services')).getByText('Couldn’t check the services in time.')).toBeTruthy();
  });

  it('shows the overall state and the problems in plain words', async () => {
    await open();
    expect(await screen.findByRole('heading', { name: 'Working, with problems' })).toBeTruthy();
    expect(screen.getByText('Missing engines: LibreOffice. Install them with: apt')).toBeTruthy();
    expect(screen.getByText('Checked 2 minutes ago')).toBeTruthy();
  });

  it('shows the engine sandbox, and that engines are off without one', async () => {
    const problems = [{ severity: 'bad', code: 'noSandbox', params: {} }] as const;
    await open({ [read]: () => envelope(report({ problems: [...problems], sandbox: 'none' })) });
    expect(await screen.findByText(/This machine has no sandbox, so Lectern won’t open uploaded files/)).toBeTruthy();
    expect((await section('Process')).getByText('None')).toBeTruthy();
  });

  it('says when everything works', async () => {
    await open({ [read]: () => envelope(report({ state: 'ok', problems: [] })) });
    expect(await screen.findByRole('heading', { name: 'Everything is working' })).toBeTruthy();
    expect(screen.getByText('No problems found')).toBeTruthy();
  });

  it('doesn’t hide warnings behind an all-clear', async () => {
    const problems = [{ severity: 'warn', code: 'jobsFailed', params: { count: '1' } }] as const;
    await open({ [read]: () => envelope(report({ state: 'ok', problems: [...problems] })) });
    expect(await screen.findByRole('heading', { name: 'Everything is working, with warnings' })).toBeTruthy();
  });

  it('lists missing engines first, with their install commands', async () => {
    const user = userEvent.setup();
    await open();
    const engines = await section('Engines');
    const [, first, second] = engines.getAllByRole('row');
    expect(first?.textContent).toContain('LibreOfficeMissing—Turns Office documents into page images');
    expect(second?.textContent).toContain('new engineInstalled5.1');
    await user.click(engines.getByRole('button', { name: 'Copy the command for LibreOffice' }));
    expect(await navigator.clipboard.readText()).toBe('apt-get install libreoffice');
  });

  it('shows queue, workers, disk, database, versions and process', async () => {
    await open();
    const textOf = async (name: string) => (await screen.findByRole('region', { name })).textContent;
    expect(await textOf('Queue')).toMatch(/7 minutes ago.*Waiting14.*Running2.*hours3.*worker-1/);
    expect(await textOf('Disk')).toMatch(/84% used.*80 GB free of 500 GB.*\/srv\/data/);
    expect(await textOf('Database')).toMatch(/Connected.*Embedded.*0.8 ms.*48.2 MB.*9/);
    expect(await textOf('Versions')).toMatch(/0.1.0.*24.21.0.*18.4.*007$/);
    expect(await textOf('Process')).toMatch(/3 hours ago.*183 MB.*2.4 ms/);
  });

  it('shows an unknown queue when measuring took too long, without mentioning missing workers', async () => {
    await open({ [read]: () => envelope(report({ queue: null })) });
    const card = await screen.findByRole('region', { name: 'Queue' });
    expect(card.textContent).toMatch(/Unknown.*Couldn’t check the queue in time\./);
    expect(screen.queryByText(/^No worker is running/)).toBeNull();
  });

  it('shows that no worker is running and that the database doesn’t respond', async () => {
    const down = report({
      state: 'down',
      queue: { ...queue, workers: [] },
      database: { state: 'down', embedded: false, latencyMs: null, sizeBytes: null, connections: null },
    });
    await open({ [read]: () => envelope(down) });
    expect(await screen.findByText(/^No worker is running/)).toBeTruthy();
    expect(screen.getByText('Not connected')).toBeTruthy();
  });

  it('shows an unreadable disk as unknown', async () => {
    await open({ [read]: () => envelope(report({ disk: { ...report().disk, freeBytes: 0, totalBytes: 0 } })) });
    const disk = await section('Disk');
    expect(disk.getByText('Unknown')).toBeTruthy();
    expect(disk.queryByText(/free of/)).toBeNull();
  });

  it('can be refreshed', async () => {
    const api = await open({
      [read]: ({ url }) =>
        envelope(url.searchParams.get('fresh') === 'true' ? report({ state: 'ok', problems: [] }) : report()),
    });
    await screen.findByRole('heading', { name: 'Working, with problems' });
    await userEvent.click(screen.getByRole('button', { name: 'Refresh' }));
    expect(await screen.findByRole('heading', { name: 'Everything is working' })).toBeTruthy();
    expect(api.sent(read)).toHaveLength(2);
  });

  it('keeps the old report when refreshing fails, and says so', async () => {
    await open({
      [read]: ({ url }) =>
        url.searchParams.has('fresh') ? failure(503, 'Down', { code: 'databaseDown' }, 503) : envelope(report()),
    });
    await screen.findByText('Missing engines: LibreOffice. Install them with: apt');
    await userEvent.click(screen.getByRole('button', { name: 'Refresh' }));
    expect((await screen.findByRole('alert')).textContent).toContain('may be out of date');
    expect(screen.getByText('Missing engines: LibreOffice. Install them with: apt')).toBeTruthy();
  });

  it('still lists the bundles when the report fails', async () => {
    await open({ [read]: () => failure(500, 'Oh no', { code: 'serverError' }, 500), [list]: () => envelope([done]) });
    expect(await screen.findByText('support.zip')).toBeTruthy();
    expect(screen.getByRole('alert').textContent).toContain('Oh no');
  });
});

describe('support bundles', () => {
  it('are created with a button, show live progress and end in a download', async () => {
    let finished = false;
    const made: SupportBundle = { id: idOf(41), job: job(), file: null };
    const api = await open({ [list]: () => envelope(finished ? [done] : []), [make]: () => envelope(made, 202) });
    await userEvent.click(await screen.findByRole('button', { name: 'Create support bundle' }));
    expect(await screen.findByText('Waiting', { selector: '.status' })).toBeTruthy();
    expect(api.sent(make)[0]?.headers['idempotency-key']).toBeTruthy();
    const tell = ({ requestedBy: _, ...progress }: JobRow, id: string) =>
      act(() => stream.all[0]?.send('job', { topic: 'job', job: progress }, id));
    tell(job({ state: 'running', progress: 64 }), '1');
    expect(await screen.findByText('Running 64%')).toBeTruthy();
    expect(screen.getByRole('progressbar').getAttribute('value')).toBe('64');
    finished = true;
    tell(job({ state: 'done', progress: 100 }), '2');
    const download = await screen.findByRole<HTMLAnchorElement>('link', { name: 'Download support.zip' });
    expect(download.getAttribute('href')).toBe(`/api/system/health/bundles/${idOf(41)}/file`);
    expect(download.hasAttribute('download')).toBe(true);
  });

  it('say why they failed', async () => {
    await open({
      [list]: () =>
        envelope([{ id: idOf(42), job: job({ state: 'failed', cause: 'The disk was full.' }), file: null }]),
    });
    expect(await screen.findByText('The disk was full.')).toBeTruthy();
    expect(screen.getByText('Failed')).toBeTruthy();
  });

  it('can be seen but not created or downloaded without the admin ability', async () => {
    const user = sampleUser({ roleId: 3, permissions: ['/app/system/health'] });
    await open({ [list]: () => envelope([done]) }, user);
    expect(await screen.findByText('support.zip')).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Create support bundle' })).toBeNull();
    expect(screen.queryByRole('link', { name: /Download/ })).toBeNull();
  });

  it('start with an explanation and name who can create one', async () => {
    await open({}, sampleUser({ roleId: 4, permissions: ['/app/system/health'] }));
    expect(await screen.findByText('Ask an administrator to create one.')).toBeTruthy();
  });

  it('created elsewhere appear in the list', async () => {
    let bundles: SupportBundle[] = [];
    await open({ [list]: () => envelope(bundles) });
    await screen.findByText('No support bundles yet');
    bundles = [done];
    const { requestedBy: _, ...progress } = job({ state: 'running', progress: 5 });
    act(() => stream.all[0]?.send('job', { topic: 'job', job: progress }, '3'));
    await waitFor(() => expect(screen.getByText('support.zip')).toBeTruthy());
  });
});
