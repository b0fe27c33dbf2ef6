import { describe, expect, it } from 'vitest';
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

  it('are all looked at: one error tells every problem', () => {
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

  it('tell a process without a database what it lacks', () => {
    expect(() => requireDatabaseUrl(readConfig({}))).toThrow('DATABASE_URL');
  });
});
