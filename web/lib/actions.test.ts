import { describe, expect, it, vi } from 'vitest';
import { type Action, findAction, registerActions, runAction } from './actions.ts';
import { sampleUser } from './testing/sample-session.ts';

const context = { navigate: () => undefined, user: sampleUser() };
const action = (change: Partial<Action>): Action => ({
  id: 'a',
  label: () => 'A',
  group: 'view',
  run: vi.fn(),
  ...change,
});

describe('the registry of actions', () => {
  it('knows an action while its owner is there', () => {
    const withdraw = registerActions([action({})]);
    expect(findAction('a')).toBeDefined();
    withdraw();
    expect(findAction('a')).toBeUndefined();
  });

  it('carries out what this user may do, and nothing else', () => {
    const run = vi.fn();
    const withdraw = registerActions([
      action({ id: 'may', run }),
      action({ id: 'mayNot', run, mayI: (user) => user.roleId === 1 }),
    ]);
    expect(runAction('may', context)).toBe(true);
    expect(runAction('mayNot', context)).toBe(false);
    expect(runAction('unknown', context)).toBe(false);
    expect(run).toHaveBeenCalledOnce();
    withdraw();
  });

  it('lets a later action replace its namesake without losing it twice', () => {
    const first = registerActions([action({ keywords: 'first' })]);
    const second = registerActions([action({ keywords: 'second' })]);
    first();
    expect(findAction('a')?.keywords).toBe('second');
    second();
    expect(findAction('a')).toBeUndefined();
  });

  it('gives a replaced action back once its namesake is gone', () => {
    const first = registerActions([action({ keywords: 'first' })]);
    const second = registerActions([action({ keywords: 'second' })]);
    second();
    expect(findAction('a')?.keywords).toBe('first');
    first();
    expect(findAction('a')).toBeUndefined();
  });
});
