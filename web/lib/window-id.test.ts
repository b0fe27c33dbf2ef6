import { beforeEach, describe, expect, it, vi } from 'vitest';

/** Loads the module again, as a page load does. */
async function load(): Promise<string> {
  vi.resetModules();
  return (await import('./window-id.ts')).windowId;
}

beforeEach(() => sessionStorage.clear());

describe('the name of a window', () => {
  it('is a UUID that no other window has', async () => {
    const first = await load();
    expect(first).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-8[0-9a-f]{3}-[0-9a-f]{12}$/);
    expect(await load()).not.toBe(first);
  });

  it('survives a reload, and differs in a duplicated window', async () => {
    const first = await load();
    window.dispatchEvent(new Event('pagehide'));
    expect(await load()).toBe(first);
    const copied = { ...sessionStorage };
    expect(Object.values(copied)).not.toContain(first);
    expect(await load()).not.toBe(first);
  });

  it('isn’t taken from a forged value', async () => {
    sessionStorage.setItem('window', 'mine');
    expect(await load()).not.toBe('mine');
  });
});
