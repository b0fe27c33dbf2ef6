import { act, cleanup, renderHook } from '@testing-library/react';
import { afterEach, describe, expect, it } from 'vitest';
import { useDraft } from './use-draft.ts';

afterEach(cleanup);

function start(stored: { name: string; length: string }) {
  return renderHook((values) => useDraft(values), { initialProps: stored });
}

describe('edits over stored values', () => {
  it('count only while they differ from the stored values', () => {
    const { result } = start({ name: 'a', length: '10' });
    act(() => result.current.set('name', 'b'));
    expect(result.current.values).toEqual({ name: 'b', length: '10' });
    expect(result.current.changed).toEqual(['name']);
    act(() => result.current.set('name', 'a'));
    expect(result.current.changed).toEqual([]);
  });

  it('survive a newer version, take over its other values and mark conflicts', () => {
    const { result, rerender } = start({ name: 'a', length: '10' });
    act(() => result.current.set('name', 'b'));
    rerender({ name: 'theirs', length: '12' });
    expect(result.current.values).toEqual({ name: 'b', length: '12' });
    expect(result.current.overtaken).toEqual(['name']);
  });

  it('have no conflict if someone else saved the same', () => {
    const { result, rerender } = start({ name: 'a', length: '10' });
    act(() => result.current.set('name', 'b'));
    rerender({ name: 'b', length: '10' });
    expect(result.current.changed).toEqual([]);
    expect(result.current.overtaken).toEqual([]);
  });

  it('go when they are discarded', () => {
    const { result } = start({ name: 'a', length: '10' });
    act(() => result.current.set('length', '99'));
    act(() => result.current.discard());
    expect(result.current.values).toEqual({ name: 'a', length: '10' });
  });
});
