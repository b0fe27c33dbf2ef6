import type { Tag } from '@lectern/contract/features/tag.ts';
import { dataScopeOf } from '../../platform/access/data-scope.ts';
import { recordActivity } from '../../platform/activity/record-activity.ts';
import { AppError, invalidField } from '../../platform/app-error.ts';
import { type Db, type Executor, isUniqueViolation } from '../../platform/db/database.ts';
import type { Principal } from '../../platform/http/principal.ts';
import type { SignedInContext } from '../../platform/http/request-context.ts';
import type { Condition } from '../../platform/list/list-source.ts';
import type { MentionKeeper } from '../../platform/mentions/mentions.ts';
import { newId } from '../../platform/new-id.ts';
import {
  countReadable,
  deleteTags,
  insertTag,
  listTagRecords,
  lockTags,
  replaceLastTags,
  replaceTags,
  updateTagName,
} from './tag.repository.ts';

type TagQuery = { text: string; ids?: string[] | undefined; after?: string | undefined; size: number };

/** Tags of resources. Resources refer to tags by id, so a rename applies everywhere at once. */
export class TagService {
  readonly #db: Db;
  readonly #mentions: MentionKeeper;
  readonly #readable: (principal: Principal) => Condition;

  constructor(db: Db, mentions: MentionKeeper, readable: (principal: Principal) => Condition) {
    this.#db = db;
    this.#mentions = mentions;
    this.#readable = readable;
  }

  /** Most used first across all resources; the counts include only what this person may read. */
  async list(principal: Principal, query: TagQuery): Promise<Tag[]> {
    const tags = await listTagRecords(this.#db, query);
    if (dataScopeOf(principal).kind === 'all')
      return tags.map((tag) => ({ ...tag, resources: { value: tag.resources, exact: true } }));
    const ids = tags.map(({ id }) => id);
    const counts = await countReadable(this.#db, ids, this.#readable(principal));
    return tags.map((tag) => ({ ...tag, resources: counts.get(tag.id) ?? { value: 0, exact: true } }));
  }

  async create(context: SignedInContext, name: string): Promise<Tag> {
    const id = await this.#db.transaction().execute((transaction) => this.ensure(transaction, context, name));
    return this.#get(context.principal, id);
  }

  /** Creates the tag in the caller’s transaction unless it exists. */
  async ensure(transaction: Executor, context: SignedInContext, name: string): Promise<string> {
    const clean = name.normalize('NFC').trim();
    const tag = await insertTag(transaction, newId(), clean);
    if (tag.isNew) await record(transaction, context, tag.id, { action: 'tag.created', after: { name: clean } });
    return tag.id;
  }

  async rename(context: SignedInContext, id: string, name: string): Promise<Tag> {
    const clean = name.normalize('NFC');
    try {
      await this.#db.transaction().execute(async (transaction) => {
        const [tag] = await lockTags(transaction, [id]);
        if (!tag) throw new AppError('notFound');
        await updateTagName(transaction, id, clean);
        const activity = { action: 'tag.renamed', before: { name: tag.name }, after: { name: clean } };
        await record(transaction, context, id, activity);
      });
    } catch (error) {
      if (isUniqueViolation(error)) throw invalidField('name', 'tagExists');
      throw error;
    }
    return this.#get(context.principal, id);
  }

  async merge(context: SignedInContext, id: string, fromIds: readonly string[]): Promise<Tag> {
    if (fromIds.includes(id)) throw invalidField('fromIds', 'mergedIntoItself');
    await this.#requireAll([id, ...fromIds]);
    await replaceTags(this.#db, fromIds, id);
    await this.#db.transaction().execute(async (transaction) => {
      const locked = await lockTags(transaction, [id, ...fromIds]);
      if (!locked.some((tag) => tag.id === id)) throw new AppError('notFound');
      await replaceLastTags(transaction, fromIds, id);
      for (const from of fromIds) await this.#mentions.rename(transaction, context, { of: 'tag', from, to: id });
      await deleteTags(transaction, fromIds);
      const merged = locked.filter((tag) => tag.id !== id).map((tag) => tag.name);
      await record(transaction, context, id, { action: 'tag.merged', after: { merged } });
    });
    return this.#get(context.principal, id);
  }

  async remove(context: SignedInContext, id: string): Promise<void> {
    await this.#requireAll([id]);
    await replaceTags(this.#db, [id], null);
    await this.#db.transaction().execute(async (transaction) => {
      const [tag] = await lockTags(transaction, [id]);
      if (!tag) throw new AppError('notFound');
      await replaceLastTags(transaction, [id], null);
      await deleteTags(transaction, [id]);
      await record(transaction, context, id, { action: 'tag.deleted', before: { name: tag.name } });
    });
  }

  async #requireAll(ids: readonly string[]): Promise<void> {
    const wanted = [...new Set(ids)];
    const found = await listTagRecords(this.#db, { text: '', ids: wanted, size: wanted.length });
    if (found.length < wanted.length) throw new AppError('notFound');
  }

  async #get(principal: Principal, id: string): Promise<Tag> {
    const [tag] = await this.list(principal, { text: '', ids: [id], size: 1 });
    if (!tag) throw new AppError('notFound');
    return tag;
  }
}

type TagActivity = { action: string; before?: Record<string, unknown>; after?: Record<string, unknown> };

function record(
  transaction: Executor,
  context: SignedInContext,
  objectId: string,
  activity: TagActivity,
): Promise<void> {
  return recordActivity(transaction, context, { objectType: 'tag', objectId, ...activity });
}
