import { mkdtemp, rm } from 'node:fs/promises';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import os from 'node:os';
import path from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import { runSandboxed } from '../../testing/landlock-sandbox.ts';
import { createSpeechEngine } from './create-speech-engine.ts';
import { makeWav } from './fixtures/make-wav.ts';
import { LanguageNotSupported, type SpeechEndpoint } from './port.ts';

vi.setConfig({ testTimeout: 60_000 });

type Seen = { url: string; authorization: string; form: string };

let root: string;
let source: string;
let server: Server;
let seen: Seen[];
beforeAll(async () => {
  root = await mkdtemp(path.join(os.tmpdir(), 'lectern-speech-server-'));
  source = await makeWav(root, { fixture: 'lecture.ogg' });
});
afterEach(() => server.close());
afterAll(() => rm(root, { recursive: true, force: true }));

async function startServer(answer: (response: ServerResponse) => void): Promise<string> {
  seen = [];
  server = createServer(async (request, response) => {
    const form = await bodyOf(request);
    seen.push({ url: request.url ?? '', authorization: request.headers.authorization ?? '', form });
    answer(response);
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

async function bodyOf(request: IncomingMessage): Promise<string> {
  const parts: Buffer[] = [];
  for await (const part of request) parts.push(part as Buffer);
  return Buffer.concat(parts).toString('latin1');
}

function listen(baseUrl: string, change: Partial<SpeechEndpoint> = {}, language = 'de') {
  const engine = createSpeechEngine(runSandboxed, { endpoint: { baseUrl, model: 'large', key: 'k-1', ...change } });
  return engine.transcribe({ source, folder: root, language, signal: new AbortController().signal });
}

const answered = {
  text: 'Willkommen zur Vorlesung. Die Schwerkraft.',
  words: [
    { word: 'Willkommen', start: 0.4, end: 0.9 },
    { word: 'zur', start: 0.9, end: 1.1 },
    { word: 'Vorlesung', start: 1.1, end: 1.9 },
    { word: 'Die', start: 6, end: 6.2 },
    { word: 'Schwerkraft', start: 6.2, end: 7 },
  ],
  segments: [{ start: 0, end: 8, text: ' Willkommen', avg_logprob: -0.1, no_speech_prob: 0.01 }],
};

describe('a speech server', () => {
  test('is sent the speech alone, and its times become those of the recording', async () => {
    const baseUrl = await startServer((response) => response.end(JSON.stringify(answered)));
    const { segments, engine } = await listen(`${baseUrl}/v1/`);
    expect(seen).toHaveLength(1);
    expect(seen[0]).toMatchObject({ url: '/v1/audio/transcriptions', authorization: 'Bearer k-1' });
    expect(seen[0]?.form).toContain('verbose_json');
    expect(seen[0]?.form).toMatch(/name="language"\r\n\r\nde\r\n/);
    // Only the speech is sent: 8 of the recording's 19 s.
    expect(seen[0]?.form.length).toBeLessThan(11 * 32_000);
    expect(engine).toEqual({ name: 'speech server', version: new URL(baseUrl).host, model: 'large' });
    expect(segments.map(({ text }) => text)).toEqual(['Willkommen zur Vorlesung.', 'Die Schwerkraft.']);
    expect(segments[0]?.startMs).toBeGreaterThan(1_200);
    expect(segments[0]?.startMs).toBeLessThan(1_700);
    expect(segments[1]?.startMs).toBeGreaterThan(14_500);
    expect(segments[1]?.confidence).toBe(0.905);
  });

  test('is not asked for a language that the operator left out', async () => {
    const baseUrl = await startServer((response) => response.end('{}'));
    await expect(listen(baseUrl, { languages: ['de'] }, 'fr')).rejects.toThrow(LanguageNotSupported);
    expect(seen).toEqual([]);
  });
});
