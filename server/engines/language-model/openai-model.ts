import { z } from 'zod';
import { askEndpoint, type EndpointAnswer, type ModelEndpoint, RequestRefused } from './ask-endpoint.ts';
import {
  type Completion,
  type CompletionRequest,
  type LanguageModel,
  LanguageModelFailure,
  type TokenUsage,
} from './port.ts';

const usualTokens = 2_000;
/** An answer that is of no use is asked for once more. */
const mostAnswers = 2;

/** A server that speaks as OpenAI’s does: `/v1/chat/completions`, without streaming. */
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
          throw new LanguageModelFailure('garbage', 'The language model’s answer is not what was asked for.', usage);
        }
      }
    },
  };
}

/** Not every server knows how to be told the form of an answer: such a one is asked again without that. */
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

/** Models like to put their answer into a fence, or a sentence before it. */
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

/** Servers that count nothing: about four letters, or a Chinese character, are a token. */
function estimate(text: string): number {
  const wide = text.match(/[\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af]/gu)?.length ?? 0;
  return Math.ceil((text.length - wide) / 4) + wide;
}
