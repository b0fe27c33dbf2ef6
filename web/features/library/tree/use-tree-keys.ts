import { type KeyboardEvent, useRef } from 'react';
import type { TreeEntry } from './tree-entries.ts';

type Deeds = {
  choose(entry: TreeEntry): void;
  toggle(key: string, wanted: boolean): void;
  rename(entry: TreeEntry): void;
  remove(entry: TreeEntry): void;
  openMenu(entry: TreeEntry, anchor: HTMLElement): void;
};

/** A tree as keyboards know it: arrows walk, unfold and fold, Enter goes there, F2 renames, letters jump. */
export function useTreeKeys(entries: readonly TreeEntry[], deeds: Deeds) {
  const root = useRef<HTMLDivElement>(null);
  const focus = (index: number) => {
    const entry = entries[Math.max(0, Math.min(entries.length - 1, index))];
    if (entry) root.current?.querySelector<HTMLElement>(`[data-key="${CSS.escape(entry.key)}"]`)?.focus();
  };
  const parentOf = (index: number) => {
    const depth = entries[index]?.depth ?? 0;
    return entries.findLastIndex((entry, at) => at < index && entry.depth < depth);
  };
  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    if (event.altKey || event.ctrlKey || event.metaKey) return;
    const anchor = (event.target as HTMLElement).closest<HTMLElement>('[data-key]');
    const index = entries.findIndex(({ key }) => key === anchor?.dataset.key);
    const entry = entries[index];
    if (!entry || !anchor) return;
    const act = actOf(event, entry, index, anchor) ?? jump(event.key, index);
    if (!act) return;
    event.preventDefault();
    event.stopPropagation();
    act();
  };
  const actOf = (event: KeyboardEvent, entry: TreeEntry, index: number, anchor: HTMLElement) => {
    switch (event.key) {
      case 'ArrowDown':
        return () => focus(index + 1);
      case 'ArrowUp':
        return () => focus(index - 1);
      case 'Home':
        return () => focus(0);
      case 'End':
        return () => focus(entries.length - 1);
      case 'ArrowRight':
        return () => (entry.expanded === false ? deeds.toggle(entry.key, true) : focus(index + 1));
      case 'ArrowLeft':
        return () => (entry.expanded ? deeds.toggle(entry.key, false) : focus(Math.max(0, parentOf(index))));
      case 'Enter':
      case ' ':
        return () => deeds.choose(entry);
      case 'F2':
        return () => deeds.rename(entry);
      case 'Delete':
        return () => deeds.remove(entry);
      case 'ContextMenu':
        return () => deeds.openMenu(entry, anchor);
      case 'F10':
        return event.shiftKey ? () => deeds.openMenu(entry, anchor) : undefined;
    }
    return undefined;
  };
  const jump = (letter: string, from: number) => {
    if (letter.length !== 1) return undefined;
    const starts = (entry: TreeEntry) => entry.name.toLowerCase().startsWith(letter.toLowerCase());
    const next = entries.findIndex((entry, at) => at > from && starts(entry));
    const target = next >= 0 ? next : entries.findIndex(starts);
    return target >= 0 ? () => focus(target) : undefined;
  };
  return { root, onKeyDown };
}
