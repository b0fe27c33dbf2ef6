import { setTimeout as wait } from 'node:timers/promises';
import { z } from 'zod';
import { LanguageModelFailure } from './port.ts';

export type ModelEndpoint = {
  /** The operator’s setting alone: nothing that people enter leads here. */
  baseUrl: string;
  model: string;
  key?: string;
  timeoutMs: number;
};

const answerSchema = z.object({
  choices: z
    .array(z.object({ message: z.object({ content: z.string().nullish() }), finish_reason: z.string().nullish() }))
    .min(1),
  usage: z
    .object({ prompt_tokens: z.number().int().min(0), completion_tokens: z.number().int().min(0) })
    .partial()
    .nullish(),
  model: z.string().nullish(),
});
export type EndpointAnswer = z.infer<typeof answerSchema>;

const mostAnswerBytes = 2 ** 20;
const mostTries = 3;
const longestPauseMs = 5_000;

/** The endpoint said no to the request itself: the same again would be of no use. */
export class RequestRefused extends LanguageModelFailure {
  readonly status: number;
  constructor(status: number) {
    super('refused', refusals[status] ?? `The language model refused the request (${status}).`);
    this.status = status;
  }
}

const refusals: Readonly<Record<number, string>> = {
  401: 'The language model refused the key.',
  403: 'The language model refused the key.',
  404: 'The language model’s server does not know this address or this model.',
};

/** One request, some tries within the time that it has: what is overloaded or cut off may answer a moment later. */
export async function askEndpoint(
  endpoint: ModelEndpoint,
  body: Record<string, unknown>,
  signal: AbortSignal,
): Promise<EndpointAnswer> {
  const late = AbortSignal.timeout(endpoint.timeoutMs);
  const both = AbortSignal.any([signal, late]);
  for (let tries = 1; ; tries += 1) {
    try {
      return await askOnce(endpoint, body, both);
    } catch (error) {
      signal.throwIfAborted();
      if (late.aborted) throw new LanguageModelFailure('slow', 'The language model did not answer in time.');
      if (error instanceof LanguageModelFailure && !(error instanceof Overloaded)) throw error;
      if (tries >= mostTries) {
        if (error instanceof Overloaded) throw error;
        throw new LanguageModelFailure('unreachable', 'The language model can’t be reached.');
      }
      await wait(pauseMs(error, tries), undefined, { signal: both }).catch(() => undefined);
    }
  }
}

/** For now: 429, or a failure of its own. */
class Overloaded extends LanguageModelFailure {
  readonly afterMs: number | undefined;
  constructor(status: number, afterMs: number | undefined) {
    super('unreachable', `The language model’s server answered ${status}.`);
    this.afterMs = afterMs;
  }
}

function pauseMs(error: unknown, tries: number): number {
  const asked = error instanceof Overloaded ? error.afterMs : undefined;
  return Math.min(longestPauseMs, asked ?? 250 * 2 ** tries);
}

async function askOnce(
  endpoint: ModelEndpoint,
  body: Record<string, unknown>,
  signal: AbortSignal,
): Promise<EndpointAnswer> {
  const response = await fetch(completionsUrl(endpoint.baseUrl), {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...(endpoint.key && { authorization: `Bearer ${endpoint.key}` }) },
    body: JSON.stringify({ ...body, model: endpoint.model, stream: false }),
    // The operator named this server and no other.
    redirect: 'error',
    signal,
  });
  const text = await readAtMost(response);
  if (response.status === 429 || response.status >= 500) {
    const seconds = Number(response.headers.get('retry-after') ?? Number.NaN);
    throw new Overloaded(response.status, Number.isFinite(seconds) ? seconds * 1000 : undefined);
  }
  if (!response.ok) throw new RequestRefused(response.status);
  const parsed = answerSchema.safeParse(asJson(text));
  if (!parsed.success)
    throw new LanguageModelFailure('garbage', 'The language model’s answer is not what it should be.');
  return parsed.data;
}

function completionsUrl(baseUrl: string): URL {
  const url = new URL(baseUrl);
  url.pathname = `${url.pathname.replace(/\/+$/, '').replace(/\/v1$/, '')}/v1/chat/completions`;
  return url;
}

function asJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

async function readAtMost(response: Response): Promise<string> {
  const parts: Uint8Array[] = [];
  let bytes = 0;
  for await (const part of response.body ?? []) {
    bytes += part.length;
    if (bytes > mostAnswerBytes) throw new LanguageModelFailure('garbage', 'The language model’s answer is too long.');
    parts.push(part);
  }
  return Buffer.concat(parts).toString('utf8');
}
