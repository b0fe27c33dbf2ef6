import { createStore } from './store.ts';

type NotificationLevel = 'error' | 'warning' | 'success' | 'info';

export type NotificationDraft = {
  level: NotificationLevel;
  title: string;
  text?: string;
  /** Shown with errors and copied with their details. */
  requestId?: string;
  /** One possible action, such as Undo. */
  action?: { label: string; run: () => void };
  /**
   * Subject of the message. A newer one about the same subject replaces it, because its Undo would be refused after
   * the change.
   */
  about?: string;
};

export type Notification = NotificationDraft & {
  id: number;
  /** Increases when the same message is shown again while visible, which restarts its timer. */
  repeats: number;
};

export const notifications = createStore<readonly Notification[]>([]);
const mostAtOnce = 5;
let lastId = 0;

/** Shows a notification; a repeated one isn't duplicated but stays longer. */
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

/** Removes messages about something that has changed since, so that they don't offer an outdated Undo. */
export function dismissAbout(about: string): void {
  notifications.update((shown) => shown.filter((entry) => entry.about !== about));
}

export function dismiss(id: number): void {
  notifications.update((shown) => shown.filter((entry) => entry.id !== id));
}
