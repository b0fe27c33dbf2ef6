import { type RefObject, useEffect } from 'react';
import { useLatest } from '../../lib/use-latest.ts';

/** Keyed by lower-case `event.key`; names longer than one character may have a `shift+` prefix. */
type Keys = Readonly<Record<string, () => void>>;

/** Controls that use these keys themselves. */
const busy = /^(INPUT|TEXTAREA|SELECT)$/;

/**
 * Keyboard shortcuts of a viewer. They work while it, or nothing in particular, has the focus, but not while typing or
 * under a dialog.
 */
export function useViewerKeys(frame: RefObject<HTMLElement | null>, keys: Keys): void {
  const latest = useLatest(keys);
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.defaultPrevented || event.isComposing || event.ctrlKey || event.metaKey || event.altKey) return;
      const { target } = event;
      if (!(target instanceof HTMLElement) || document.querySelector('dialog[open]')) return;
      if (target !== document.body && !frame.current?.contains(target) && target.id !== 'content') return;
      if (busy.test(target.tagName) && !isSlider(target)) return;
      // Space and Enter activate the focused button instead.
      if (target.tagName === 'BUTTON' && (event.key === ' ' || event.key === 'Enter')) return;
      const key = event.key.toLowerCase();
      const run = latest.current[event.shiftKey && key.length > 1 ? `shift+${key}` : key];
      if (!run) return;
      event.preventDefault();
      run();
    };
    document.addEventListener('keydown', onKeyDown);
    return () => document.removeEventListener('keydown', onKeyDown);
  }, [frame]);
}

function isSlider(target: HTMLElement): boolean {
  return target instanceof HTMLInputElement && target.type === 'range';
}
