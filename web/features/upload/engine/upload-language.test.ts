import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { UploadBatch } from '../../../lib/uploads.ts';
import { FakeServer } from '../testing/fake-server.ts';
import { zipOf } from '../testing/zip-of.ts';
import { UploadEngine } from './upload-engine.ts';

let server: FakeServer;
let engine: UploadEngine;
const words = () => ({ unreadable: 'changed', forgotten: 'forgotten', failed: 'failed' });

beforeEach(() => {
  server = new FakeServer();
  engine = new UploadEngine(server, words);
});
afterEach(() => engine.dispose());

const fileOf = (name: string, content: BlobPart = name) =>
  new File([content], name, { lastModified: 1_790_000_000_000 });

function take(files: readonly (string | File)[], more: Partial<UploadBatch> = {}): void {
  engine.take({
    batchId: 'batch',
    libraryId: 'library',
    folderId: null,
    replacesId: null,
    onDuplicate: 'ask',
    files: files.map((file) => ({ file: typeof file === 'string' ? fileOf(file) : file, relativePath: '' })),
    ...more,
  });
}
const asked = () => engine.questions.get().map(({ batchId }) => batchId);
const untilAsked = () => vi.waitFor(() => expect(asked()).not.toEqual([]));
const untilSent = () => vi.waitFor(() => expect(server.rows.size).toBeGreaterThan(0));
const languages = () => Object.fromEntries([...server.rows.values()].map((row) => [row.fileName, row.language]));

describe('a batch', () => {
  it('with a recording is not announced until its language is said, which all its files take', async () => {
    take(['Talk.MP4', 'notes.pdf']);
    await untilAsked();
    expect(server.rows.size).toBe(0);
    expect([...engine.items.all()].map(({ phase }) => phase)).toEqual(['undeclared', 'undeclared']);
    engine.declare('batch', { language: 'zh' });
    await untilSent();
    expect(asked()).toEqual([]);
    expect(languages()).toEqual({ 'Talk.MP4': 'zh', 'notes.pdf': 'zh' });
  });

  it('asks for details where wanted, and sends them with every announcement', async () => {
    const announce = vi.spyOn(server, 'announce');
    take(['notes.pdf', 'sheet.png'], { asksDetails: true });
    await untilAsked();
    expect(engine.questions.get()).toMatchObject([{ needsLanguage: false, asksDetails: true }]);
    expect(server.rows.size).toBe(0);
    engine.declare('batch', { metadata: { author: 'Anna' } });
    await untilSent();
    expect(announce.mock.calls[0]?.[0]).toMatchObject({ metadata: { author: 'Anna' } });
    expect(announce.mock.calls[0]?.[0].language).toBeUndefined();
  });

  it.each([
    ['without recordings', ['notes.pdf', 'sheet.png'], {}],
    ['that is a new version', ['talk.mp4'], { replacesId: 'resource' }],
    ['that says its language', ['talk.mp4'], { language: null }],
  ])('%s goes at once', async (_case, names, more) => {
    take(names, more);
    await untilSent();
    expect(asked()).toEqual([]);
  });

  it('goes at once where the library has a default, which the server applies', async () => {
    server.usualLanguage = 'en';
    const announce = vi.spyOn(server, 'announce');
    take(['talk.mp4']);
    await untilSent();
    expect(asked()).toEqual([]);
    expect(announce.mock.calls[0]?.[0].language).toBeUndefined();
  });

  it('is asked for if the library’s default is unknown', async () => {
    server.defaultLanguage = () => Promise.reject(new Error('offline'));
    take(['talk.mp4']);
    await untilAsked();
  });

  it.each([
    ['with a recording in its archive', ['week 1/talk.ogg', 'notes.pdf'], true],
    ['with an archive of documents', ['notes.pdf', 'talk.ogg.txt'], false],
  ])('%s is asked about only if it has to be', async (_case, names, question) => {
    take([new File([await zipOf(names)], 'week.zip')]);
    await (question ? untilAsked() : untilSent());
    expect(asked()).toEqual(question ? ['batch'] : []);
  });

  it('with an archive that can’t be read is asked about', async () => {
    take([fileOf('broken.zip', 'not a ZIP')]);
    await untilAsked();
  });

  it('that is cancelled is no longer asked about, but later ones are', async () => {
    take(['talk.mp4']);
    take(['other.mp3'], { batchId: 'second' });
    await vi.waitFor(() => expect(asked()).toEqual(['batch', 'second']));
    await engine.cancel([...engine.items.all()].filter(({ batchId }) => batchId === 'batch').map(({ id }) => id));
    expect(asked()).toEqual(['second']);
    expect(server.cancelled).toEqual([]);
  });

  it('can’t be paused into going without a language', async () => {
    take(['talk.mp4']);
    await untilAsked();
    const ids = [...engine.items.all()].map(({ id }) => id);
    engine.pause(ids);
    for (const id of ids) engine.resume(id);
    engine.nudge();
    expect([...engine.items.all()].map(({ phase }) => phase)).toEqual(['undeclared']);
    expect(server.rows.size).toBe(0);
  });

  it('changes for files in progress, but not for finished ones', async () => {
    take(['a.pdf', 'b.pdf']);
    await vi.waitFor(() => expect(server.sending.size).toBe(2));
    engine.hear(server.become(server.idOf('a.pdf'), 'done'));
    const batch = {
      batchId: 'batch',
      libraryId: 'library',
      folderId: null,
      replacesId: null,
      onDuplicate: 'ask',
    } as const;
    await engine.changeLanguage(batch, 'fr');
    expect(languages()).toEqual({ 'a.pdf': null, 'b.pdf': 'fr' });
    expect(server.namesBeingSent()).toEqual(['b.pdf']);
    expect(engine.items.get(server.idOf('b.pdf'))?.row?.language).toBe('fr');
  });
});
