import { createStore } from './store.ts';

type NotificationLevel = 'error' | 'warning' | 'success' | 'info';

export type NotificationDraft = {
  level: NotificationLevel;
  title: string;
  text?: string;
  /** Shown with errors, and copied with their details. */
  requestId?: string;
  /** One thing that can be done about it, such as Undo. */
  action?: { label: string; run: () => void };
  /**
   * What it is about. A newer one about the same takes the place of the older: its Undo would be refused by now, because
   * something changed since.
   */
  about?: string;
};

export type Notification = NotificationDraft & {
  id: number;
  /** Counts up when the same thing happens again while it is on screen, which starts its time again. */
  repeats: number;
};

export const notifications = createStore<readonly Notification[]>([]);
const mostAtOnce = 5;
let lastId = 0;

/** Shows a message. The same message twice is shown once, for longer. */
export function notify(draft: NotificationDraft): number {
  const isOver = (entry: Notification) => draft.about !== undefined && entry.about === draft.about;
  const shown = notifications.get().filter((entry) => !isOver(entry) || isSame(entry, draft));
  const same = shown.find((entry) => isSame(entry, draft));
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

function isSame(entry: Notification, { level, title, text }: NotificationDraft): boolean {
  return entry.level === level && entry.title === title && entry.text === text;
}

/** Something else happened to it that nobody has to be told of: what was said before offers nothing any more. */
export function dismissAbout(about: string): void {
  notifications.update((shown) => shown.filter((entry) => entry.about !== about));
}

export function dismiss(id: number): void {
  notifications.update((shown) => shown.filter((entry) => entry.id !== id));
}
