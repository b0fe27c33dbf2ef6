import { readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { webhookFailureIn } from './webhook-failure-words.ts';

const server = path.join(import.meta.dirname, '../../server');
const sources = ['engines/webhook/send-webhook.ts', 'features/webhook/webhook-loop.ts'].map((file) =>
  readFileSync(path.join(server, file), 'utf8'),
);
/** What is said there, with a number in the place of what is filled in. */
const said = sources
  .flatMap((source) => [...source.matchAll(/(?:'|`)((?:It|Its|The|Nothing) [^'`]+\.)(?:'|`)/g)])
  .map(([, sentence = '']) => sentence.replace(/\$\{error\.code \?.*\}(?=\.)/, '').replace(/\$\{\w+\}/g, '500'));

describe('why a delivery failed', () => {
  it('is said in Chinese for everything that the server says', () => {
    expect(said.length).toBeGreaterThan(7);
    for (const sentence of [...said, 'The connection failed (ECONNRESET).', 'Nothing arrived for 3 days.'])
      expect(webhookFailureIn('zh', sentence), sentence).toMatch(/\p{Script=Han}/u);
  });

  it('keeps numbers and codes, and whatever it does not know', () => {
    expect(webhookFailureIn('zh', 'It answered 503.')).toBe('对方返回 503。');
    expect(webhookFailureIn('zh', 'The connection failed (ECONNRESET).')).toBe('连接失败（ECONNRESET）。');
    expect(webhookFailureIn('zh', 'Something new')).toBe('Something new');
    expect(webhookFailureIn('en', 'It answered 503.')).toBe('It answered 503.');
  });
});
