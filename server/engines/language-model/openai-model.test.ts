import { afterAll, beforeAll, expect, it } from 'vitest';
import { z } from 'zod';
import { type ModelStandIn, says, send, startModelStandIn } from '../../testing/model-stand-in.ts';
import { createOpenaiModel } from './openai-model.ts';
import { LanguageModelFailure } from './port.ts';

let stand: ModelStandIn;
beforeAll(async () => {
  stand = await startModelStandIn(says('{}'));
});
afterAll(() => stand.close());

const schema = z.object({ word: z.string() });

function ask({ timeoutMs = 20_000, origin = stand.origin, signal = new AbortController().signal } = {}) {
  const model = createOpenaiModel({ baseUrl: `${origin}/v1/`, model: 'small', key: 'k-secret', timeoutMs });
  return model.complete({ system: 'Say a word.', user: 'now', schema, signal });
}

async function failure(options: Parameters<typeof ask>[0] = {}): Promise<LanguageModelFailure> {
  const error = await ask(options).then(
    () => undefined,
    (reason: unknown) => reason,
  );
  expect(error).toBeInstanceOf(LanguageModelFailure);
  expect((error as Error).message).not.toContain('k-secret');
  return error as LanguageModelFailure;
}

it('sends one request with key and response format, without streaming', async () => {
  stand.says(says('{"word": "yes"}'));
  expect(await ask()).toEqual({
    ...{ answer: { word: 'yes' }, model: 'stand-in-1', usage: { tokensIn: 100, tokensOut: 20 } },
  });
  expect(stand.requests).toHaveLength(1);
  expect(stand.requests[0]).toMatchObject({ path: '/v1/chat/completions', key: 'Bearer k-secret' });
  expect(stand.requests[0]?.body).toMatchObject({ model: 'small', stream: false, temperature: 0 });
  expect(stand.requests[0]?.body.response_format).toMatchObject({ type: 'json_schema' });
});

it('finds the answer in a code fence or after a sentence, and counts tokens if the server doesn’t', async () => {
  stand.says((_, response) =>
    send(response, 200, { choices: [{ message: { content: 'Sure!\n```json\n{"word": "yes"}\n```' } }] }),
  );
  const { answer, usage } = await ask();
  expect(answer).toEqual({ word: 'yes' });
  expect(usage.tokensIn).toBeGreaterThan(0);
});

it('repeats without the response format if the server doesn’t know it', async () => {
  stand.says((request, response) =>
    request.body.response_format
      ? send(response, 400, { error: 'unknown field' })
      : says('{"word":"yes"}')(request, response),
  );
  expect((await ask()).answer).toEqual({ word: 'yes' });
  expect(stand.requests).toHaveLength(2);
});

it('retries an overloaded server and gives up after three tries', async () => {
  stand.says((request, response) =>
    stand.requests.length < 2 ? send(response, 503, {}) : says('{"word":"yes"}')(request, response),
  );
  expect((await ask()).answer).toEqual({ word: 'yes' });
  stand.says((_, response) => send(response, 500, { trace: 'inner secret' }));
  const failed = await failure();
  expect([failed.code, failed.message]).toEqual(['unreachable', 'The language model’s server answered 500.']);
  expect(stand.requests).toHaveLength(3);
});

it('rejects an unusable answer after the second one and adds up the cost of both', async () => {
  for (const content of ['no json here', '{"word": 7}', '{"word": "cut', '']) {
    stand.says(says(content));
    const failed = await failure();
    expect([failed.code, failed.usage]).toEqual(['garbage', { tokensIn: 200, tokensOut: 40 }]);
  }
  stand.says((_, response) => response.end('<html>hello</html>'));
  expect((await failure()).code).toBe('garbage');
  stand.says((_, response) => response.end('x'.repeat(2 ** 20 + 1)));
  expect((await failure()).code).toBe('garbage');
});

it('distinguishes a wrong key, a server that is down and a slow one', async () => {
  stand.says((_, response) => send(response, 401, { error: 'bad key k-secret' }));
  const refused = await failure();
  expect([refused.code, refused.message, stand.requests.length]).toEqual([
    ...['refused', 'The language model refused the key.', 1],
  ]);
  expect((await failure({ origin: 'http://127.0.0.1:9' })).code).toBe('unreachable');
  stand.says(() => undefined);
  expect((await failure({ timeoutMs: 100 })).code).toBe('slow');
});

it('limits the total time of slow answers and refuses truncated ones', async () => {
  stand.says((_, response) => void response.writeHead(200).write('{"choices": ['));
  expect((await failure({ timeoutMs: 100 })).code).toBe('slow');
  stand.says((_, response) => {
    response.writeHead(200, { 'content-length': '1000' }).write('{"choices": [');
    response.socket?.destroySoon();
  });
  expect((await failure()).code).toBe('unreachable');
});

it('follows no redirects and stops when cancelled', async () => {
  stand.says((_, response) => response.writeHead(307, { location: `${stand.origin}/elsewhere` }).end());
  expect((await failure()).code).toBe('unreachable');
  expect(stand.requests.every(({ path }) => path === '/v1/chat/completions')).toBe(true);
  stand.says(() => undefined);
  const given = new AbortController();
  const asked = ask({ signal: given.signal });
  given.abort(new Error('enough'));
  await expect(asked).rejects.toThrow('enough');
});
