import { z } from 'zod';
import type { SpeechEndpoint } from './port.ts';

const seconds = z.number().min(0).max(3600);
const answerSchema = z.object({
  text: z.string(),
  words: z
    .array(z.object({ word: z.string(), start: seconds, end: seconds, probability: z.number().optional() }))
    .nullish(),
  segments: z
    .array(
      z.object({
        start: seconds,
        end: seconds,
        text: z.string(),
        avg_logprob: z.number().nullish(),
        no_speech_prob: z.number().nullish(),
      }),
    )
    .nullish(),
});

/** Answer of `/v1/audio/transcriptions` in `verbose_json` format; times are in seconds. */
export type ServerAnswer = z.infer<typeof answerSchema>;

/** Half a minute of speech is a few kilobytes, or some tens with word times. */
const mostAnswerBytes = 2 ** 21;
const usualTimeoutMs = 300_000;

/** A failure of the server, not of the recording, so retrying may help. */
class SpeechServerFailure extends Error {
  constructor(message: string, cause?: unknown) {
    super(message, { cause });
    this.name = 'SpeechServerFailure';
  }
}

export async function askSpeechServer(
  endpoint: SpeechEndpoint,
  { wav, language }: { wav: Buffer; language: string },
  signal: AbortSignal,
): Promise<ServerAnswer> {
  const form = new FormData();
  form.set('file', new Blob([new Uint8Array(wav)], { type: 'audio/wav' }), 'speech.wav');
  form.set('model', endpoint.model);
  form.set('language', language);
  form.set('response_format', 'verbose_json');
  form.append('timestamp_granularities[]', 'word');
  form.append('timestamp_granularities[]', 'segment');
  const late = AbortSignal.timeout(endpoint.timeoutMs ?? usualTimeoutMs);
  try {
    const response = await fetch(transcriptionsUrl(endpoint.baseUrl), {
      method: 'POST',
      body: form,
      headers: endpoint.key ? { authorization: `Bearer ${endpoint.key}` } : {},
      // The operator approved only this server, so don't follow redirects.
      redirect: 'error',
      signal: AbortSignal.any([signal, late]),
    });
    const body = await readAtMost(response, mostAnswerBytes);
    if (!response.ok)
      throw new SpeechServerFailure(`The speech server answered ${response.status}.`, body.slice(0, 500));
    return answerSchema.parse(JSON.parse(body));
  } catch (error) {
    signal.throwIfAborted();
    if (error instanceof SpeechServerFailure) throw error;
    if (late.aborted) throw new SpeechServerFailure('The speech server took too long to answer.');
    if (error instanceof SyntaxError || error instanceof z.ZodError) {
      throw new SpeechServerFailure('The speech server sent an invalid answer.', error);
    }
    throw new SpeechServerFailure('The speech server can’t be reached.', error);
  }
}

export function transcriptionsUrl(baseUrl: string): URL {
  const url = new URL(baseUrl);
  if (url.protocol !== 'http:' && url.protocol !== 'https:') throw new TypeError(`${baseUrl} is no web address.`);
  url.pathname = `${url.pathname.replace(/\/+$/, '').replace(/\/v1$/, '')}/v1/audio/transcriptions`;
  return url;
}

async function readAtMost(response: Response, most: number): Promise<string> {
  const parts: Uint8Array[] = [];
  let bytes = 0;
  for await (const part of response.body ?? []) {
    bytes += part.length;
    if (bytes > most) throw new SpeechServerFailure('The speech server’s answer is too long.');
    parts.push(part);
  }
  return Buffer.concat(parts).toString('utf8');
}
