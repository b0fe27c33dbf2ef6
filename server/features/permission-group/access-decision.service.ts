import { mayOpenPath } from '@lectern/contract/access.ts';
import type { AccessGrant, AskedAccess } from '@lectern/contract/features/access-decision.ts';
import type { PermissionEffect } from '@lectern/contract/features/permission-effect.ts';
import { accessFlag } from '@lectern/contract/roles.ts';
import { matchRoute } from '@lectern/contract/routes.ts';
import { recordActivity } from '../../platform/activity/record-activity.ts';
import { AppError } from '../../platform/app-error.ts';
import type { Db, Executor } from '../../platform/db/database.ts';
import { namesInWords } from '../../platform/error-values.ts';
import type { SignedInContext } from '../../platform/http/request-context.ts';
import { newId } from '../../platform/new-id.ts';
import type { NotificationService } from '../notification/public.ts';
import type { TaskService } from '../task/public.ts';
import { type AskedTask, listAllowingGroups, listAsked, listPermissions } from './access-effect.repository.ts';
import { accessEffect } from './access-effect.ts';
import { decidingPages } from './explain.policy.ts';
import { contentOf, type GroupWriter, takeGroup } from './group-writer.ts';
import { presentEffect } from './permission-group.presenter.ts';
import { listReachingGroups } from './permission-group.repository.ts';
import type { PermissionGroupService } from './permission-group.service.ts';

type Dependencies = {
  db: Db;
  tasks: TaskService;
  notifications: NotificationService;
  groups: PermissionGroupService;
  writer: GroupWriter;
};

/** Decides requests for page access from their tasks: grants through a group or rejects with a reason. */
export class AccessDecisionService {
  readonly #dependencies: Dependencies;

  constructor(dependencies: Dependencies) {
    this.#dependencies = dependencies;
  }

  async list(): Promise<AskedAccess[]> {
    return (await listAsked(this.#dependencies.db)).map(presentAsked);
  }

  async get(taskId: string) {
    const { db } = this.#dependencies;
    const asked = await this.#find(db, taskId);
    const paths = decidingPaths(asked);
    const [groups, reaching] = await Promise.all([
      listAllowingGroups(db, paths),
      listReachingGroups(db, asked.person.id),
    ]);
    return { ...presentAsked(asked), groups, forbiddenBy: forbidding(reaching, paths) };
  }

  async previewGrant(context: SignedInContext, taskId: string, grant: AccessGrant): Promise<PermissionEffect> {
    const { db } = this.#dependencies;
    const asked = await this.#find(db, taskId);
    return presentEffect(await accessEffect(db, (transaction) => this.#admit(transaction, context, asked, grant)));
  }

  /** The task closes by rule, because the person may open the page now. */
  async grant(context: SignedInContext, taskId: string, grant: AccessGrant, digest: string | undefined): Promise<void> {
    await this.#dependencies.groups.inEarnest({ digest, acceptClosed: true }, async (transaction) => {
      const asked = await this.#find(transaction, taskId);
      await this.#admit(transaction, context, asked, grant);
      await this.#judgeOpen(transaction, asked);
      await recordActivity(transaction, context, {
        action: 'accessRequest.granted',
        objectType: 'task',
        objectId: taskId,
        after: { page: asked.details.page, person: asked.person.name, ...grant },
      });
    });
  }

  async refuse(context: SignedInContext, taskId: string, reason: string): Promise<void> {
    const { db, tasks, notifications } = this.#dependencies;
    await db.transaction().execute(async (transaction) => {
      const asked = await this.#find(transaction, taskId);
      await tasks.renew(transaction, asked.dedupeKey, { title: asked.title, details: { ...asked.details, reason } });
      await tasks.close(transaction, asked.dedupeKey, 'cancelled');
      await recordActivity(transaction, context, {
        action: 'accessRequest.refused',
        objectType: 'task',
        objectId: taskId,
        after: { page: asked.details.page, person: asked.person.name, reason },
      });
      const params = { page: pageName(asked), reason };
      await notifications.notify(transaction, { userId: asked.person.id, kind: 'accessRefused', params });
    });
  }

  /** Closes requests of people who can meanwhile open the page, for whatever reason. */
  readonly closeAnswered = async (transaction: Executor): Promise<void> => {
    const { tasks, notifications } = this.#dependencies;
    for (const asked of await listAsked(transaction)) {
      if (asked.forbidden || !mayOpenPath(asked, asked.details.page)) continue;
      await tasks.close(transaction, asked.dedupeKey, 'done');
      await notifications.notify(transaction, {
        userId: asked.person.id,
        kind: 'accessGranted',
        params: { page: pageName(asked) },
        ...(!asked.details.page.includes('{') && { link: asked.details.page }),
      });
    }
  };

  async #find(db: Executor, taskId: string): Promise<AskedTask> {
    const [asked] = await listAsked(db, taskId);
    if (!asked) throw new AppError('notFound');
    return asked;
  }

  async #admit(transaction: Executor, context: SignedInContext, asked: AskedTask, grant: AccessGrant): Promise<void> {
    const { writer } = this.#dependencies;
    const member = { kind: 'user', id: asked.person.id } as const;
    if ('newGroup' in grant) {
      const [path = asked.details.page] = decidingPaths(asked);
      const rules = { [path]: accessFlag.allow };
      return writer.create(transaction, context, newId(), {
        name: grant.newGroup,
        description: '',
        rules,
        members: [member],
      });
    }
    const group = await takeGroup(transaction, grant.groupId);
    if (group.deleted_at) throw new AppError('notFound');
    const content = await contentOf(transaction, group);
    const members = [...content.members.filter(({ id }) => id !== member.id), member];
    await writer.change(transaction, context, group, { ...content, members }, { cause: 'granted' });
  }

  async #judgeOpen(transaction: Executor, asked: AskedTask): Promise<void> {
    const permissions = await listPermissions(transaction, asked.person.id);
    if (mayOpenPath({ roleId: asked.roleId, permissions }, asked.details.page)) return;
    const reaching = await listReachingGroups(transaction, asked.person.id);
    const groups = forbidding(reaching, decidingPaths(asked)).map(({ name }) => name);
    throw new AppError('grantWithoutEffect', { params: { groups: namesInWords(groups) } });
  }
}

function decidingPaths({ details }: AskedTask): string[] {
  const route = matchRoute(details.page);
  return route ? decidingPages(route).map((page) => page.path) : [];
}

function forbidding(reaching: Awaited<ReturnType<typeof listReachingGroups>>, paths: readonly string[]) {
  const groups = reaching.filter(({ rules }) => paths.some((path) => rules[path] === accessFlag.forbid));
  return [...new Map(groups.map(({ group }) => [group.id, group])).values()];
}

/** Messages identify a page by its route id. */
function pageName({ details }: AskedTask): string {
  return matchRoute(details.page)?.id ?? details.page;
}

function presentAsked({ taskId, person, details, askedAt }: AskedTask): AskedAccess {
  return { taskId, person, page: details.page, note: details.note, askedAt: askedAt.toISOString() };
}
