import { taskDetailEndpoints } from '@lectern/contract/features/task.ts';
import type { Logger } from 'pino';
import type { Db } from '../../platform/db/database.ts';
import type { EventPublisher } from '../../platform/events/event-publisher.ts';
import type { Platform } from '../../platform/feature-module.ts';
import type { EndpointRegistry } from '../../platform/http/endpoint-registry.ts';
import type { NotificationService } from '../notification/public.ts';
import { CommentService } from './comment.service.ts';
import { makeRounds, TaskLoop } from './rounds.ts';
import { productRules, RuleBook } from './rules/rule-book.ts';
import { RuleSettingsService } from './rules/rule-settings.service.ts';
import { RuleSync } from './rules/rule-sync.ts';
import { taskRoundsJob } from './task.jobs.ts';
import { registerTasks, taskListSource } from './task.routes.ts';
import { TaskService } from './task.service.ts';
import { taskActions } from './task-actions.ts';
import { TaskAnnouncer } from './task-announcer.ts';
import { TaskChangeService } from './task-change.service.ts';
import { TaskCommandService, taskDetailSource } from './task-command.service.ts';
import { taskMentions, taskRouteMentions } from './task-mentions.ts';

type Dependencies = { notifications: NotificationService };

export function taskModule(platform: Platform, { notifications }: Dependencies) {
  const { db, publisher, logger } = platform;
  const { rules, tasks, announcer, sync, loop } = taskRounds({ db, publisher, notifications, logger });
  const changes = new TaskChangeService({ rules, publisher, announcer });
  const commands = new TaskCommandService({ db, changes, publisher, announcer });
  const comments = new CommentService({ db, changes, publisher, announcer });
  const settings = new RuleSettingsService({ db, rules, sync });
  return {
    tasks,
    loop,
    /** The same work as the job, for callers that can't wait for it. */
    rounds: (run: Db, options: Parameters<typeof makeRounds>[2]) =>
      makeRounds(run, { rules, loop, announcer }, options),
    lists: [taskListSource],
    mentions: [taskMentions, taskRouteMentions],
    actions: taskActions(changes),
    jobs: [taskRoundsJob({ rules, loop, announcer })],
    loops: [loop],
    details: [{ endpoints: taskDetailEndpoints, source: taskDetailSource(commands) }],
    register: (registry: EndpointRegistry) => registerTasks(registry, { commands, comments, settings }),
  };
}

type RoundsDependencies = Dependencies & { db: Db; publisher: EventPublisher; logger: Logger };

/** The parts that open and close tasks. */
export function taskRounds({ db, publisher, notifications, logger }: RoundsDependencies) {
  const rules = new RuleBook(productRules);
  const tasks = new TaskService(rules, publisher);
  const announcer = new TaskAnnouncer(notifications);
  const sync = new RuleSync({ tasks, rules, announcer });
  return { rules, tasks, announcer, sync, loop: new TaskLoop({ db, rules, sync, logger }) };
}
