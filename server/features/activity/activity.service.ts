import type { ObjectActivity } from '@lectern/contract/detail/define-detail.ts';
import { AppError } from '../../platform/app-error.ts';
import type { Db } from '../../platform/db/database.ts';
import type { DetailSource } from '../../platform/detail/detail-source.ts';
import type { SignedInContext } from '../../platform/http/request-context.ts';
import { revertableFields, valuesToPutBack } from './activity.policy.ts';
import { changeOf, presentObjectActivity } from './activity.presenter.ts';
import { findActivity, listActivities } from './activity.repository.ts';

type Page = { id: string; before: number | undefined; size: number };

/** Lists the activities of an object and reverts them. */
export class ActivityService {
  readonly #db: Db;

  constructor(db: Db) {
    this.#db = db;
  }

  async list(context: SignedInContext, source: DetailSource, { id, before, size }: Page) {
    const object = await this.#object(context, source, id);
    const rows = await listActivities(this.#db, {
      objectType: source.detail.type,
      objectId: id,
      before,
      limit: size + 1,
    });
    const revertable = object.mayEdit ? source.detail.revertable : [];
    const shown: ObjectActivity[] = rows.slice(0, size).map((row) => presentObjectActivity(row, revertable));
    return { rows: shown, more: rows.length > size };
  }

  /** A revert is an ordinary edit: same checks, version conflict and activity. */
  async revert(
    context: SignedInContext,
    source: DetailSource,
    wanted: { id: string; activityId: number; version: number },
  ): Promise<void> {
    const object = await this.#object(context, source, wanted.id);
    const { type, revertable } = source.detail;
    const row = await findActivity(this.#db, { objectType: type, objectId: wanted.id, id: wanted.activityId });
    if (!row) throw new AppError('notFound');
    const change = changeOf(row);
    const fields = revertableFields(change, revertable);
    const values = valuesToPutBack(fields, change.before ?? {}, object.values);
    if (Object.keys(values).length === 0) throw new AppError('nothingToRevert');
    await source.change(context, wanted.id, values, wanted.version);
  }

  async #object(context: SignedInContext, source: DetailSource, id: string) {
    const object = await source.find(this.#db, context.principal, id);
    if (!object) throw new AppError('notFound');
    return object;
  }
}
