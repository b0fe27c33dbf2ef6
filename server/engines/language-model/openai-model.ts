import { setTimeout as wait } from 'node:timers/promises';
import { z } from 'zod';
import {
  type Completion,
  type CompletionRequest,
  type LanguageModel,
  LanguageModelFailure,
  type TokenUsage,
} from './port.ts';

const usualTokens = 2_000;
/** An unusable answer is requested once more. */
const mostAnswers = 2;

/** A server with OpenAI's API: `/v1/chat/completions`, without streaming. */
export function createOpenaiModel(endpoint: ModelEndpoint): LanguageModel {
  return {
    model: endpoint.model,
    async complete<Answer>(request: CompletionRequest<Answer>): Promise<Completion<Answer>> {
      const usage: TokenUsage = { tokensIn: 0, tokensOut: 0 };
      for (let answers = 1; ; answers += 1) {
        const given = await askPlainly(endpoint, request).catch((error: unknown) => {
          if (error instanceof LanguageModelFailure)
            throw new LanguageModelFailure(error.code, error.message, { ...usage });
          throw error;
        });
        usage.tokensIn += given.usage?.prompt_tokens ?? estimate(request.system + request.user);
        usage.tokensOut += given.usage?.completion_tokens ?? estimate(contentOf(given));
        const parsed = request.schema.safeParse(jsonIn(contentOf(given)));
        if (parsed.success) return { answer: parsed.data, usage, model: given.model ?? endpoint.model };
        if (answers >= mostAnswers) {
          throw new LanguageModelFailure(
            'garbage',
            'The language model’s answer doesn’t have the requested format.',
            usage,
          );
        }
      }
    },
  };
}

/** Not every server supports a response format; if it refuses, ask again without one. */
async function askPlainly<Answer>(
  endpoint: ModelEndpoint,
  request: CompletionRequest<Answer>,
): Promise<EndpointAnswer> {
  const body = {
    messages: [
      { role: 'system', content: request.system },
      { role: 'user', content: request.user },
    ],
    temperature: 0,
    max_tokens: request.tokens ?? usualTokens,
  };
  const schema = z.toJSONSchema(request.schema, { io: 'input', unrepresentable: 'any' });
  const formed = { ...body, response_format: { type: 'json_schema', json_schema: { name: 'answer', schema } } };
  try {
    return await askEndpoint(endpoint, formed, request.signal);
  } catch (error) {
    const isForm = error instanceof RequestRefused && (error.status === 400 || error.status === 422);
    if (!isForm) throw error;
    return askEndpoint(endpoint, body, request.signal);
  }
}

function contentOf({ choices }: EndpointAnswer): string {
  return choices[0]?.message.content ?? '';
}

/** Models often wrap their JSON in a code fence or put a sentence before it. */
function jsonIn(text: string): unknown {
  const from = text.indexOf('{');
  const to = text.lastIndexOf('}');
  if (from < 0 || to < from) return undefined;
  try {
    return JSON.parse(text.slice(from, to + 1));
  } catch {
    return undefined;
  }
}

/** For servers that don't report usage: about four letters, or one Chinese character, per token. */
function estimate(text: string): number {
  const wide = text.match(/[\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af]/gu)?.length ?? 0;
  return Math.ceil((text.length - wide) / 4) + wide;
}

type ModelEndpoint = {
  /** Set by the operator only; user input never reaches this. */
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
type EndpointAnswer = z.infer<typeof answerSchema>;

const mostAnswerBytes = 2 ** 20;
const mostTries = 3;
const longestPauseMs = 5_000;

/** The endpoint rejected the request itself, so retrying it unchanged is pointless. */
class RequestRefused extends LanguageModelFailure {
  readonly status: number;
  constructor(status: number) {
    super('refused', refusals[status] ?? `The language model refused the request (${status}).`);
    this.status = status;
  }
}

const refusals: Readonly<Record<number, string>> = {
  401: 'The language model refused the key.',
  403: 'The language model refused the key.',
  404: 'The language model’s server doesn’t know this address or model.',
};

/** Sends a request and retries within its time limit, because overload and dropped connections are often brief. */
async function askEndpoint(
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
      if (late.aborted) throw new LanguageModelFailure('slow', 'The language model took too long to respond.');
      if (error instanceof LanguageModelFailure && !(error instanceof Overloaded)) throw error;
      if (tries >= mostTries) {
        if (error instanceof Overloaded) throw error;
        throw new LanguageModelFailure('unreachable', 'The language model can’t be reached.');
      }
      await wait(pauseMs(error, tries), undefined, { signal: both }).catch(() => undefined);
    }
  }
}

/** A temporary failure: HTTP 429 or 5xx. */
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
    // The operator approved only this server, so don't follow redirects.
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
  if (!parsed.success) throw new LanguageModelFailure('garbage', 'The language model sent an invalid answer.');
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
