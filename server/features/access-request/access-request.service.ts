import { mayOpen } from '@lectern/contract/access.ts';
import { fillText } from '@lectern/contract/messages/fill-text.ts';
import { matchRoute, type Route } from '@lectern/contract/routes.ts';
import { recordActivity } from '../../platform/activity/record-activity.ts';
import { invalidField } from '../../platform/app-error.ts';
import type { Db } from '../../platform/db/database.ts';
import type { SignedInContext } from '../../platform/http/request-context.ts';
import { messagesIn } from '../../platform/messages.ts';
import type { NotificationService } from '../notification/public.ts';
import type { Task, TaskService } from '../task/public.ts';
import { listGranters } from './access-request.repository.ts';

type Services = { db: Db; tasks: TaskService; notifications: NotificationService };
export type AskedAccess = { task: Task; page: string };

/** "Ask for access" on a forbidden page: opens one task per person and page, and notifies those who can grant it. */
export class AccessRequestService {
  readonly #services: Services;

  constructor(services: Services) {
    this.#services = services;
  }

  async ask(context: SignedInContext, page: string, note: string): Promise<AskedAccess> {
    const { db, tasks, notifications } = this.#services;
    const { principal } = context;
    const route = forbiddenPage(context, page);
    const texts = messagesIn(context.language);
    return db.transaction().execute(async (transaction) => {
      const { task, isNew } = await tasks.open(transaction, {
        kind: 'accessAsked',
        title: fillText(texts.task.accessAskedTitle, {
          person: principal.name,
          page: texts.routes[route.id],
        }),
        objectType: 'page',
        objectId: route.path,
        details: { page: route.path, userId: principal.userId, note },
        dedupeKey: matter(principal.userId, route),
        createdBy: principal.userId,
      });
      if (isNew) {
        await recordActivity(transaction, context, {
          action: 'accessRequest.asked',
          objectType: 'task',
          objectId: task.id,
          after: { page: route.path, note },
        });
        for (const userId of await listGranters(transaction)) {
          const params = { person: principal.name, page: route.id, note };
          await notifications.notify(transaction, {
            userId,
            kind: 'accessAsked',
            params,
            link: `/app/system/accessGroup?request=${task.id}`,
          });
        }
      }
      return { task, page: route.path };
    });
  }

  async findMine(context: SignedInContext, page: string): Promise<AskedAccess | undefined> {
    const route = matchRoute(page);
    if (!route) return undefined;
    const task = await this.#services.tasks.findOpen(this.#services.db, matter(context.principal.userId, route));
    return task && { task, page: route.path };
  }
}

function matter(userId: string, route: Route): string {
  return `accessAsked:${userId}:${route.path}`;
}

function forbiddenPage(context: SignedInContext, page: string): Route {
  const route = matchRoute(page);
  if (!route) throw invalidField('page', 'noSuchPage');
  if (mayOpen(context.principal, route)) throw invalidField('page', 'alreadyOpen');
  return route;
}
