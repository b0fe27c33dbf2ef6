import { pino } from 'pino';
import { NotificationService } from './features/notification/notification.service.ts';
import type { Db } from './platform/db/database.ts';
import { EventPublisher } from './platform/events/event-publisher.ts';
import { buildTasks } from './task.container.ts';

/** Makes all to-dos what the states are, at once: what the rounds do every hour. People hear of new ones by the bell. */
export function reconcileTasks(db: Db) {
  const publisher = new EventPublisher();
  const silent = { configured: () => false, queue: async () => undefined };
  const notifications = new NotificationService(db, publisher, () => silent);
  const logger = pino({ level: 'silent' });
  return buildTasks({ db, publisher, notifications, logger }).loop.reconcile();
}
