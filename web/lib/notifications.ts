import { createStore } from './store.ts';

export type NotificationLevel = 'error' | 'warning' | 'success' | 'info';

export type NotificationDraft = {
  level: NotificationLevel;
  title: string;
  text?: string;
  /** Shown with errors, and copied with their details. */
  requestId?: string;
  /** One thing that can be done about it, such as Undo. */
  deed?: { label: string; run: () => void };
};

export type Notification = NotificationDraft & {
  id: number;
  /** Counts up when the same thing happens again while it is on screen, which starts its time anew. */
  repeats: number;
};

export const notifications = createStore<readonly Notification[]>([]);
const mostAtOnce = 5;
let lastId = 0;

/** Shows a message. The same message twice is shown once, for longer. */
export function notify(draft: NotificationDraft): number {
  const shown = notifications.get();
  const same = shown.find(
    (entry) => entry.level === draft.level && entry.title === draft.title && entry.text === draft.text,
  );
  if (same) {
    notifications.set(
      shown.map((entry) => (entry === same ? { ...entry, ...draft, repeats: entry.repeats + 1 } : entry)),
    );
    return same.id;
  }
  lastId += 1;
  notifications.set([...shown, { ...draft, id: lastId, repeats: 0 }].slice(-mostAtOnce));
  return lastId;
}

export function dismiss(id: number): void {
  notifications.update((shown) => shown.filter((entry) => entry.id !== id));
}
