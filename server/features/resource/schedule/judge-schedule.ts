import type { ResourceState } from '@lectern/contract/features/resource-state.ts';
import { sql } from 'kysely';
import { AppError, invalidField } from '../../../platform/app-error.ts';
import type { Executor } from '../../../platform/db/database.ts';
import type { Principal } from '../../../platform/http/principal.ts';
import { judgeEdit, mayPublish, type PublishRule } from '../resource.policy.ts';
import type { LockedResource } from '../resource.repository.ts';

/** From here it can't get onto the front site by itself, or is there already. */
const neverPublished: readonly ResourceState[] = ['published', 'rejected', 'blocked'];

type Times = { publish_at: Date | null; offline_at: Date | null };

/** Whoever may publish may also say when. Times that are over, or end before they begin, are refused. */
export async function judgeSchedule(
  transaction: Executor,
  principal: Principal,
  resource: LockedResource,
  { publish_at: publishAt, offline_at: offlineAt }: Times,
  rule: PublishRule,
): Promise<void> {
  judgeEdit(principal, resource);
  if (!mayPublish(principal, resource)) throw new AppError('notYours');
  const { rows } = await sql<{ now: Date }>`select now() as now`.execute(transaction);
  const now = rows[0]?.now ?? new Date();
  if (publishAt && publishAt <= now) throw invalidField('publishAt', 'timeOver');
  if (offlineAt && offlineAt <= now) throw invalidField('offlineAt', 'timeOver');
  if (publishAt && offlineAt && offlineAt <= publishAt) throw invalidField('offlineAt', 'endsFirst');
  if (publishAt && neverPublished.includes(resource.state)) throw new AppError('illegalMove');
  // A time that comes by itself is no way around the review.
  if (publishAt && rule.reviewBeforePublish && resource.owner_id === principal.userId)
    throw new AppError('reviewFirst');
}
