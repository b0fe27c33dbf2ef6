import { useEffect } from 'react';
import { useLatest } from '../../lib/use-latest.ts';

type Keys = { previous: (() => void) | null; next: (() => void) | null; edit: () => void; save: () => void };

function isTyping(target: EventTarget | null): boolean {
  return target instanceof HTMLElement && /^(INPUT|TEXTAREA|SELECT)$/.test(target.tagName);
}

/** The keys of an opened object: J and K walk the list, E edits, Ctrl+S saves. Quiet under another dialog. */
export function useSheetKeys(keys: Keys): void {
  const latest = useLatest(keys);
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.isComposing || event.defaultPrevented || document.querySelectorAll('dialog[open]').length > 1) return;
      const withModifier = event.ctrlKey || event.metaKey;
      const run = withModifier ? { s: latest.current.save }[event.key.toLowerCase()] : plainKey(event, latest.current);
      if (!run) return;
      event.preventDefault();
      run();
    };
    document.addEventListener('keydown', onKeyDown);
    return () => document.removeEventListener('keydown', onKeyDown);
  }, []);
}

function plainKey(event: KeyboardEvent, keys: Keys): (() => void) | null | undefined {
  if (event.altKey || isTyping(event.target)) return undefined;
  return { j: keys.next, k: keys.previous, e: keys.edit }[event.key.toLowerCase()];
}
