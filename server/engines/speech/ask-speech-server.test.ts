import { createServer, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, describe, expect, test } from 'vitest';
import { askSpeechServer, transcriptionsUrl } from './ask-speech-server.ts';

let server: Server | undefined;
let asked: string[];
afterEach(() => {
  server?.closeAllConnections();
  server?.close();
});

async function startServer(answer: (response: ServerResponse) => void): Promise<string> {
  asked = [];
  const started = createServer((request, response) => {
    asked.push(request.url ?? '');
    request.resume().on('end', () => answer(response));
  });
  server = started;
  await new Promise<void>((done) => started.listen(0, '127.0.0.1', done));
  return `http://127.0.0.1:${(started.address() as AddressInfo).port}`;
}

function ask(baseUrl: string, signal = new AbortController().signal) {
  const endpoint = { baseUrl, model: 'large', timeoutMs: 1_000 };
  return askSpeechServer(endpoint, { wav: Buffer.alloc(100), language: 'de' }, signal);
}

describe('a speech server', () => {
  test('that sends on to another is not followed', async () => {
    const baseUrl = await startServer((response) => response.writeHead(307, { location: '/elsewhere' }).end());
    await expect(ask(baseUrl)).rejects.toMatchObject({ name: 'SpeechServerFailure' });
    expect(asked).toEqual(['/v1/audio/transcriptions']);
  });

  test.each<[string, (response: ServerResponse) => void, RegExp]>([
    ['fails', (response) => response.writeHead(503).end('busy'), /answered 503/],
    ['answers something else', (response) => response.end('<html>'), /invalid answer/],
    ['answers times that can’t be', (response) => response.end(odd), /invalid answer/],
    ['answers without end', (response) => response.end('x'.repeat(2 ** 22)), /too long/],
    ['never answers', () => undefined, /took too long/],
  ])('that %s is told apart from a bad recording', async (_name, answer, message) => {
    await expect(ask(await startServer(answer))).rejects.toThrow(message);
  });

  test('that is missing is distinguished from a bad recording', async () => {
    const baseUrl = await startServer(() => undefined);
    await new Promise((done) => server?.close(done));
    await expect(ask(baseUrl)).rejects.toThrow('can’t be reached');
  });

  test('is disconnected when the job is cancelled', async () => {
    const abort = new AbortController();
    const baseUrl = await startServer(() => abort.abort(new Error('given up')));
    await expect(ask(baseUrl, abort.signal)).rejects.toThrow('given up');
  });

  test('may be named with or without the version of its interface', () => {
    const wanted = 'https://speech.example/api/v1/audio/transcriptions';
    expect(transcriptionsUrl('https://speech.example/api').href).toBe(wanted);
    expect(transcriptionsUrl('https://speech.example/api/v1/').href).toBe(wanted);
    expect(() => transcriptionsUrl('file:///etc/passwd')).toThrow('no web address');
  });
});

const odd = JSON.stringify({ text: 'x', words: [{ word: 'x', start: -5, end: 1e12 }] });
