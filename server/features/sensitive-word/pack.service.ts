import type { packWordFates, SensitivePack } from '@lectern/contract/features/sensitive-pack.ts';
import { wordLimits } from '@lectern/contract/features/sensitive-word.ts';
import { recordActivities, recordActivity } from '../../platform/activity/record-activity.ts';
import { AppError, invalidField } from '../../platform/app-error.ts';
import { type Db, type Executor, isUniqueViolation } from '../../platform/db/database.ts';
import type { SignedInContext } from '../../platform/http/request-context.ts';
import { newId } from '../../platform/new-id.ts';
import {
  countPacks,
  deletePack,
  insertPack,
  listPacks,
  lockPack,
  type PackRecord,
  releaseWords,
  updatePack,
} from './pack.repository.ts';
import { lockDictionary } from './sensitive-word.repository.ts';
import type { WordsChanged } from './sensitive-word.service.ts';

type PackFields = Pick<SensitivePack, 'name' | 'description' | 'enabled'>;

/** Named sets of words that are enabled and disabled together. */
export class PackService {
  readonly #db: Db;
  readonly #changed: WordsChanged;

  constructor(db: Db, changed: WordsChanged) {
    this.#db = db;
    this.#changed = changed;
  }

  async list(): Promise<SensitivePack[]> {
    return (await listPacks(this.#db)).map(presentPack);
  }

  async create(context: SignedInContext, fields: PackFields): Promise<SensitivePack> {
    const id = newId();
    await this.#change(context, id, async (transaction) => {
      if ((await countPacks(transaction)) >= wordLimits.packs)
        throw invalidField('name', 'atMost', { limit: wordLimits.packs });
      const by = context.principal.userId;
      await insertPack(transaction, { id, ...fields, created_by: by, updated_by: by });
      return { action: 'sensitivePack.created', after: fields };
    });
    return this.#get(id);
  }

  async update(
    context: SignedInContext,
    id: string,
    { version, ...fields }: Partial<PackFields> & { version: number },
  ): Promise<SensitivePack> {
    await this.#change(context, id, async (transaction) => {
      const pack = await takePack(transaction, id, version);
      const names = (Object.keys(fields) as (keyof PackFields)[]).filter(
        (name) => fields[name] !== undefined && fields[name] !== pack[name],
      );
      if (names.length === 0) return undefined;
      const pick = (from: Partial<PackFields>) => Object.fromEntries(names.map((name) => [name, from[name]]));
      const after = pick(fields);
      await updatePack(transaction, id, after, context.principal.userId);
      return { action: 'sensitivePack.updated', before: pick(pack), after };
    });
    return this.#get(id);
  }

  /** Its words are kept without a pack or deleted too; either way, no word becomes active. */
  async delete(
    context: SignedInContext,
    id: string,
    { words, version }: { words: (typeof packWordFates)[number]; version: number },
  ): Promise<void> {
    await this.#change(context, id, async (transaction) => {
      const pack = await takePack(transaction, id, version);
      const deletes = words === 'delete';
      const parting = { by: context.principal.userId, deletes, disables: !pack.enabled };
      const objectIds = await releaseWords(transaction, id, parting);
      await deletePack(transaction, id);
      const change = {
        action: deletes ? 'sensitiveWord.deleted' : 'sensitiveWord.packDeleted',
        objectType: 'sensitiveWord',
        before: { pack: pack.name },
      };
      await recordActivities(
        transaction,
        context,
        objectIds.map((objectId) => ({ ...change, objectId })),
      );
      const { name, description, enabled } = pack;
      const before = { name, description, enabled, words: objectIds.length };
      return { action: 'sensitivePack.deleted', before, after: { words } };
    });
  }

  async #change(
    context: SignedInContext,
    id: string,
    work: (transaction: Executor) => Promise<Done | undefined>,
  ): Promise<void> {
    try {
      await this.#db.transaction().execute(async (transaction) => {
        await lockDictionary(transaction);
        const done = await work(transaction);
        if (done) await recordActivity(transaction, context, { ...done, objectType: 'sensitivePack', objectId: id });
      });
    } catch (error) {
      if (isUniqueViolation(error)) throw new AppError('nameTaken');
      throw error;
    }
    this.#changed();
  }

  async #get(id: string): Promise<SensitivePack> {
    const [pack] = await listPacks(this.#db, id);
    if (!pack) throw new AppError('notFound');
    return presentPack(pack);
  }
}

type Done = { action: string; before?: Record<string, unknown>; after: Record<string, unknown> };

async function takePack(transaction: Executor, id: string, version: number) {
  const pack = await lockPack(transaction, id);
  if (!pack) throw new AppError('notFound');
  if (pack.version !== version) throw new AppError('changedMeanwhile');
  return pack;
}

function presentPack(pack: PackRecord): SensitivePack {
  const { id, name, description, enabled, words, version } = pack;
  const { enabled_words: enabledWords, updated_at: updatedAt } = pack;
  return { id, name, description, enabled, words, enabledWords, updatedAt: updatedAt.toISOString(), version };
}
