import { describe, expect, it } from 'vitest';
import { createLogger } from '../logger.ts';
import { ConfigProblems, readConfig, requireDatabaseUrl } from './config.ts';

function problemsOf(env: Record<string, string>): readonly string[] {
  try {
    readConfig(env);
    return [];
  } catch (error) {
    if (error instanceof ConfigProblems) return error.problems;
    throw error;
  }
}

describe('the settings', () => {
  it('need nothing: every one has a default', () => {
    expect(readConfig({})).toMatchObject({ port: 8080, host: '127.0.0.1', databaseUrl: undefined, wecom: undefined });
  });

  it('are all checked: one error lists every problem', () => {
    const problems = problemsOf({
      PORT: 'eighty',
      TIME_ZONE: 'Mars/Olympus',
      DATABASE_URL: 'mysql://x',
      PUBLIC_ORIGIN: 'nonsense',
    });
    expect(problems.map((problem) => problem.split(':')[0]).sort()).toEqual([
      'DATABASE_URL',
      'PORT',
      'PUBLIC_ORIGIN',
      'TIME_ZONE',
    ]);
  });

  it('are refused in words that an operator can act on', () => {
    expect(problemsOf({ PORT: 'eighty', LECTERN_LOG_LEVEL: 'loud' })).toEqual([
      'PORT: enter a whole number',
      'LECTERN_LOG_LEVEL: choose one of trace, debug, info, warn, error',
    ]);
    expect(problemsOf({ PORT: '70000' })).toEqual(['PORT: enter at most 65535']);
  });

  it('refuse an unknown name that begins like one of ours', () => {
    expect(problemsOf({ LECTERN_DATADIR: '/x' })[0]).toContain('LECTERN_DATADIR: unknown setting');
  });

  it('refuse a public origin with a path, and a first password that is too short', () => {
    expect(problemsOf({ PUBLIC_ORIGIN: 'https://a.example/path', LECTERN_ADMIN_PASSWORD: 'short' }).length).toBe(2);
  });

  it('take an empty value as absent', () => {
    expect(readConfig({ PORT: '', DATABASE_URL: '' }).port).toBe(8080);
  });

  it('want the messaging vendor whole or not at all', () => {
    expect(problemsOf({ WECOM_CORP_ID: 'x' })[0]).toContain('WECOM_AGENT_ID, WECOM_SECRET');
    expect(readConfig({ WECOM_CORP_ID: 'a', WECOM_AGENT_ID: 'b', WECOM_SECRET: 'c' }).wecom).toMatchObject({
      corpId: 'a',
    });
  });

  it('want an object store whole, and only when it is asked for', () => {
    expect(problemsOf({ STORAGE: 's3', S3_BUCKET: 'media' })[0]).toContain('S3_ENDPOINT, S3_ACCESS_KEY, S3_SECRET_KEY');
    const store = { S3_ENDPOINT: 'https://s3.example.edu', S3_BUCKET: 'media', S3_ACCESS_KEY: 'a', S3_SECRET_KEY: 'b' };
    expect(readConfig(store).s3).toBeUndefined();
    expect(readConfig({ ...store, STORAGE: 's3' }).s3).toEqual({
      endpoint: 'https://s3.example.edu',
      bucket: 'media',
      accessKey: 'a',
      secretKey: 'b',
      region: 'us-east-1',
    });
  });

  it('take engines of the operator’s by language, and how much is done at once', () => {
    const { engines } = readConfig({
      LECTERN_SPEECH_MODELS: 'zh=/models/ggml-small.bin, fr=/models/sherpa-fr',
      LECTERN_SPEECH_SERVER: 'http://127.0.0.1:8000',
      LECTERN_SPEECH_SERVER_LANGUAGES: 'de, es',
      LECTERN_WORK_AT_ONCE: 'ocr=2',
      LECTERN_WORK_MINUTES: 'asr=600',
    });
    expect(engines).toEqual({
      speech: {
        models: { zh: '/models/ggml-small.bin', fr: '/models/sherpa-fr' },
        server: { baseUrl: 'http://127.0.0.1:8000', model: 'whisper-1', languages: ['de', 'es'] },
      },
      ocrModels: {},
      withoutSandbox: 'refuse',
      atOnce: { ocr: 2 },
      minutes: { asr: 600 },
    });
    const wrong = { LECTERN_SPEECH_MODELS: 'Chinese', LECTERN_WORK_AT_ONCE: 'ocr=0', LECTERN_WORK_MINUTES: 'read=5' };
    expect(problemsOf({ ...wrong, LECTERN_OCR_KEYS: '/a', LECTERN_SPEECH_SERVER: 'file:///x' }).length).toBe(5);
  });

  it('tell a process without a database what it lacks', () => {
    expect(() => requireDatabaseUrl(readConfig({}))).toThrow('DATABASE_URL');
  });
});

it('never appear in the log if secret, however deeply nested', () => {
  const lines: string[] = [];
  const logger = createLogger({ logLevel: 'info' }, 'api', { write: (line) => void lines.push(line) });
  const headers = { cookie: ['a=hidden', 'b=hidden'], host: 'campus.test' };
  logger
    .child({ token: 'hidden' })
    .info({ a: { b: { c: { d: { headers, password: 'hidden' } } } } }, 'the "secret": 1');
  logger.error({ err: Object.assign(new Error('no'), { options: { inner: { secret: { of: 'hidden' } } } }) });
  expect(lines.join('')).not.toContain('hidden');
  const [first, second] = lines.map((line) => JSON.parse(line));
  expect(first).toMatchObject({ level: 'info', token: '[secret]', msg: 'the "secret": 1' });
  expect(first.a.b.c.d).toEqual({ headers: { cookie: '[secret]', host: 'campus.test' }, password: '[secret]' });
  expect(second.err).toMatchObject({ message: 'no', options: { inner: { secret: '[secret]' } } });
});
