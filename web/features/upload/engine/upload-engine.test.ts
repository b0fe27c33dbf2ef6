import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { ApiError } from '../../../lib/api-error.ts';
import { onUploadEnd, type UploadBatch } from '../../../lib/uploads.ts';
import { FakeServer } from '../testing/fake-server.ts';
import { UploadEngine } from './upload-engine.ts';

let server: FakeServer;
let engine: UploadEngine;
const words = () => ({ unreadable: 'changed', forgotten: 'forgotten', failed: 'failed' });
const started: UploadEngine[] = [];

beforeEach(() => {
  vi.useFakeTimers();
  server = new FakeServer();
  engine = begin();
});

afterEach(() => {
  for (const one of started.splice(0)) one.dispose();
  vi.useRealTimers();
});

function begin(): UploadEngine {
  const made = new UploadEngine(server, words);
  started.push(made);
  return made;
}

function batchOf(names: readonly string[], more: Partial<UploadBatch> = {}): UploadBatch {
  const files = names.map((name) => ({
    file: new File([name], name, { lastModified: 1_790_000_000_000 }),
    relativePath: 'Week 1',
  }));
  const batch = {
    batchId: 'batch',
    libraryId: 'library',
    folderId: null,
    replacesId: null,
    onDuplicate: 'ask' as const,
  };
  return { ...batch, files, ...more };
}

const settle = () => vi.advanceTimersByTimeAsync(200);
const phases = () => Object.fromEntries([...engine.items.all()].map(({ fileName, phase }) => [fileName, phase]));

describe('the upload queue', () => {
  it('announces ten thousand files in batches of five hundred and sends three at a time', async () => {
    engine.take(batchOf(Array.from({ length: 10_000 }, (_, at) => `${at}.pdf`)));
    await settle();
    expect(server.announcements).toEqual(Array.from({ length: 20 }, () => 500));
    expect(server.namesBeingSent()).toEqual(['0.pdf', '1.pdf', '2.pdf']);
    server.end('1.pdf', { kind: 'sent', state: 'done' });
    expect(server.namesBeingSent()).toEqual(['0.pdf', '2.pdf', '3.pdf']);
  });

  it('shows why files were refused and sends the others', async () => {
    server.refuses.add('b.exe');
    engine.take(batchOf(['a.pdf', 'b.exe']));
    await settle();
    expect(phases()).toEqual({ 'a.pdf': 'sending', 'b.exe': 'refused' });
    expect(engine.items.get(server.idOf('b.exe'))?.reason).toBe('This kind of file is not accepted.');
  });

  it('marks all files of a refused announcement and announces them again on retry', async () => {
    server.announceError = new ApiError({ kind: 'status', status: 403, message: 'Not yours.', url: '' });
    engine.take(batchOf(['a.pdf']));
    await settle();
    expect(phases()).toEqual({ 'a.pdf': 'refused' });
    for (const { id } of [...engine.items.all()]) engine.retry(id);
    await settle();
    expect(phases()).toEqual({ 'a.pdf': 'sending' });
  });

  it('retries an interrupted announcement automatically', async () => {
    server.announceError = new ApiError({ kind: 'network', message: '', url: '' });
    engine.take(batchOf(['a.pdf']));
    await settle();
    expect(server.announcements).toEqual([]);
    await vi.advanceTimersByTimeAsync(1_000);
    expect(phases()).toEqual({ 'a.pdf': 'sending' });
  });

  it('waits longer after each disconnect and continues as soon as the network is back', async () => {
    engine.take(batchOf(['a.pdf']));
    await settle();
    server.end('a.pdf', { kind: 'cut' });
    expect(phases()).toEqual({ 'a.pdf': 'retrying' });
    await vi.advanceTimersByTimeAsync(1_000);
    expect(phases()).toEqual({ 'a.pdf': 'sending' });
    server.end('a.pdf', { kind: 'cut' });
    await vi.advanceTimersByTimeAsync(1_500);
    expect(phases()).toEqual({ 'a.pdf': 'retrying' });
    engine.nudge();
    expect(phases()).toEqual({ 'a.pdf': 'sending' });
  });

  it('pauses and resumes one file while others continue', async () => {
    engine.take(batchOf(['a.pdf', 'b.pdf', 'c.pdf', 'd.pdf']));
    await settle();
    engine.pause([server.idOf('a.pdf')]);
    expect(server.namesBeingSent()).toEqual(['b.pdf', 'c.pdf', 'd.pdf']);
    engine.resume(server.idOf('a.pdf'));
    expect(phases()['a.pdf']).toBe('queued');
    server.end('b.pdf', { kind: 'sent', state: 'done' });
    expect(server.namesBeingSent()).toEqual(['a.pdf', 'c.pdf', 'd.pdf']);
  });

  it('starts nothing while everything is paused', async () => {
    engine.take(batchOf(['a.pdf', 'b.pdf', 'c.pdf', 'd.pdf', 'e.pdf']));
    await settle();
    const begun = server.fresh.length;
    engine.pause([...engine.items.all()].map(({ id }) => id));
    expect(server.sending.size).toBe(0);
    expect(server.fresh).toHaveLength(begun);
  });

  it('cancels a file on the server too', async () => {
    engine.take(batchOf(['a.pdf']));
    await settle();
    const id = server.idOf('a.pdf');
    await engine.cancel([id]);
    expect([...engine.items.all()]).toEqual([]);
    expect(server.cancelled).toEqual([id]);
    expect(server.sending.size).toBe(0);
  });

  it('asks for a file again if it changed on disk', async () => {
    engine.take(batchOf(['a.pdf']));
    await settle();
    server.end('a.pdf', { kind: 'unreadable' });
    expect(phases()).toEqual({ 'a.pdf': 'missing' });
    engine.take(batchOf(['a.pdf'], { batchId: 'another' }));
    await settle();
    expect(phases()).toEqual({ 'a.pdf': 'sending' });
    expect(server.announcements).toEqual([1]);
  });

  it('polls the server for the result if no event arrives', async () => {
    const ended: string[] = [];
    const leave = onUploadEnd(({ fileName, state }) => ended.push(`${fileName} ${state}`));
    engine.take(batchOf(['a.pdf']));
    await settle();
    server.become(server.idOf('a.pdf'), 'done');
    server.end('a.pdf', { kind: 'sent', state: undefined });
    expect(phases()).toEqual({ 'a.pdf': 'checking' });
    await vi.advanceTimersByTimeAsync(4_000);
    expect(phases()).toEqual({ 'a.pdf': 'done' });
    expect(ended).toEqual(['a.pdf done']);
    leave();
  });
});

describe('a duplicate file', () => {
  const twin = { id: 'twin', kind: 'document', title: 'Twin', library: 'School', mayReplace: false };

  it('is resolved as chosen, for the rest of the batch too', async () => {
    engine.take(batchOf(['a.pdf', 'b.pdf', 'c.pdf']));
    await settle();
    for (const name of ['a.pdf', 'b.pdf'])
      engine.hear(server.become(server.idOf(name), 'duplicate', { duplicateOf: twin }));
    expect(phases()).toMatchObject({ 'a.pdf': 'duplicate', 'b.pdf': 'duplicate' });
    await engine.settleAll('keep_both');
    engine.hear(server.become(server.idOf('c.pdf'), 'duplicate', { duplicateOf: twin }));
    await settle();
    expect(server.settled.map(([, choice]) => choice)).toEqual(['keep_both', 'keep_both', 'keep_both']);
    expect(phases()).toEqual({ 'a.pdf': 'done', 'b.pdf': 'done', 'c.pdf': 'done' });
  });

  it('is resolved once, however often the server asks', async () => {
    engine.take(batchOf(['a.pdf']));
    await settle();
    const question = server.become(server.idOf('a.pdf'), 'duplicate', { duplicateOf: twin });
    engine.hear(question);
    const answer = engine.settleAll('keep_both');
    engine.hear(question);
    await answer;
    engine.hear(question);
    expect(server.settled).toHaveLength(1);
    expect(phases()).toEqual({ 'a.pdf': 'done' });
  });

  it('can’t become a new version of a resource the person can’t edit', async () => {
    engine.take(batchOf(['a.pdf']));
    await settle();
    engine.hear(server.become(server.idOf('a.pdf'), 'duplicate', { duplicateOf: twin }));
    await engine.settleAll('new_version');
    expect(phases()).toEqual({ 'a.pdf': 'duplicate' });
    expect(server.settled).toEqual([]);
  });
});

describe('after a reload', () => {
  it('the same files continue, finished ones stay finished and others are new', async () => {
    engine.take(batchOf(['a.pdf', 'b.pdf', 'c.pdf']));
    await settle();
    engine.hear(server.become(server.idOf('a.pdf'), 'done'));
    const waiting = server.idOf('b.pdf');
    engine.dispose();
    server.sending.clear();

    engine = begin();
    await engine.restore();
    expect(phases()).toEqual({ 'a.pdf': 'done', 'b.pdf': 'missing', 'c.pdf': 'missing' });
    const count = engine.take(batchOf(['a.pdf', 'b.pdf', 'new.pdf'], { batchId: 'second' }));
    await settle();
    expect(count).toBe(1);
    expect(server.sending.has(waiting)).toBe(true);
    // A resumed upload must ask how much has arrived; a new one has nothing there yet.
    expect(server.fresh.filter((id) => id === waiting)).toHaveLength(1);
    expect(server.fresh).toContain(server.idOf('new.pdf'));
    expect(phases()).toEqual({ 'a.pdf': 'done', 'b.pdf': 'sending', 'c.pdf': 'missing', 'new.pdf': 'sending' });
  });

  it('refused files and reports stay until they are dismissed, files that went well don’t', async () => {
    engine.take(batchOf(['fine.pdf', 'bundle.pdf', 'virus.exe']));
    await settle();
    engine.hear(server.become(server.idOf('fine.pdf'), 'done'));
    const entries = { created: 3, updated: 0, skipped: 0, failed: 1 };
    engine.hear(server.become(server.idOf('bundle.pdf'), 'done', { entries, resource: null }));
    engine.hear(server.become(server.idOf('virus.exe'), 'refused', { reason: 'Not accepted.' }));
    engine.dispose();

    engine = begin();
    await engine.restore();
    expect(phases()).toEqual({ 'bundle.pdf': 'done', 'virus.exe': 'refused' });
    await engine.cancel([server.idOf('virus.exe')]);
    expect(server.cancelled).toEqual([]);
    engine.dispose();

    engine = begin();
    await engine.restore();
    expect(phases()).toEqual({ 'bundle.pdf': 'done' });
  });

  it('a changed file of the same name is a new one', async () => {
    engine.take(batchOf(['a.pdf']));
    await settle();
    engine.dispose();
    engine = begin();
    await engine.restore();
    const changed = new File(['a.pdf'], 'a.pdf', { lastModified: 1_790_000_000_001 });
    expect(engine.reunite([{ file: changed, relativePath: 'Week 1' }])).toHaveLength(1);
    expect(phases()).toEqual({ 'a.pdf': 'missing' });
  });
});
