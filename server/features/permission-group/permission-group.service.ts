import { grantablePaths } from '@lectern/contract/access.ts';
import { recordActivity } from '../../platform/activity/record-activity.ts';
import { invalidField } from '../../platform/app-error.ts';
import { type Db, isUniqueViolation } from '../../platform/db/database.ts';
import type { EventPublisher } from '../../platform/events/event-publisher.ts';
import type { SignedInContext } from '../../platform/http/request-context.ts';
import { newId } from '../../platform/new-id.ts';
import {
  insertGroup,
  insertMember,
  listRules,
  type Member,
  type Rules,
  updateRules,
} from './permission-group.repository.ts';

/** Allow (0) or Forbid (1) per page, for people, positions and departments. A change counts from the next request on. */
export class PermissionGroupService {
  readonly #db: Db;
  readonly #events: EventPublisher;
  /** Whoever is remembered here with yesterday's pages; other processes hear of it by the event. */
  readonly #forgetHolders: () => void;

  constructor(db: Db, events: EventPublisher, forgetHolders: () => void) {
    this.#db = db;
    this.#events = events;
    this.#forgetHolders = forgetHolders;
  }

  async create(context: SignedInContext, name: string): Promise<string> {
    const id = newId();
    try {
      await this.#db.transaction().execute(async (transaction) => {
        await insertGroup(transaction, { id, name });
        await recordActivity(transaction, context, change('created', id, { after: { name } }));
      });
    } catch (error) {
      if (isUniqueViolation(error)) throw invalidField('name', 'another group has it already');
      throw error;
    }
    return id;
  }

  async saveRules(context: SignedInContext, groupId: string, rules: Rules): Promise<void> {
    const known = new Set<string>(grantablePaths());
    const unknown = Object.keys(rules).find((path) => !known.has(path));
    if (unknown) throw invalidField('rules', `${unknown} is not a page that a group can allow or forbid`);
    await this.#db.transaction().execute(async (transaction) => {
      const before = await listRules(transaction, groupId);
      await updateRules(transaction, groupId, rules);
      await recordActivity(transaction, context, change('rulesChanged', groupId, { before, after: rules }));
      await this.#events.publish(transaction, null, { topic: 'permissions' });
    });
    this.#forgetHolders();
  }

  async addMember(context: SignedInContext, groupId: string, member: Member): Promise<void> {
    await this.#db.transaction().execute(async (transaction) => {
      await insertMember(transaction, groupId, member);
      await recordActivity(transaction, context, change('memberAdded', groupId, { after: member }));
      await this.#events.publish(transaction, null, { topic: 'permissions' });
    });
    this.#forgetHolders();
  }
}

function change(
  verb: string,
  id: string,
  values: { before?: Record<string, unknown>; after?: Record<string, unknown> },
) {
  return { action: `permissionGroup.${verb}`, objectType: 'permissionGroup', objectId: id, ...values };
}
