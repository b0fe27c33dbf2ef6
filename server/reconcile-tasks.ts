import { pino } from 'pino';
import { NotificationService } from './features/notification/public.ts';
import { taskRounds } from './features/task/task.module.ts';
import type { Db } from './platform/db/database.ts';
import { EventPublisher } from './platform/events/event-publisher.ts';

/**
 * Brings all tasks up to date immediately, as the hourly run does. People get in-app notifications of new tasks, but
 * no mail.
 */
export function reconcileTasks(db: Db) {
  const publisher = new EventPublisher();
  const silent = { configured: () => false, queue: async () => undefined };
  const notifications = new NotificationService(db, publisher, () => silent);
  return taskRounds({ db, publisher, notifications, logger: pino({ level: 'silent' }) }).loop.reconcile();
}
