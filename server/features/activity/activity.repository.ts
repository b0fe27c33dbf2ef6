import type { Executor } from '../../platform/db/database.ts';

function selectActivities(db: Executor, objectType: string, objectId: string) {
  return db
    .selectFrom('activities')
    .leftJoin('users as actor', 'actor.id', 'activities.actor_id')
    .select([
      'activities.id',
      'activities.at',
      'activities.action',
      'activities.before',
      'activities.after',
      'actor.id as actor_id',
      'actor.name as actor_name',
    ])
    .where('object_type', '=', objectType)
    .where('object_id', '=', objectId);
}

export type ActivityRecord = Awaited<ReturnType<typeof listActivities>>[number];

export function listActivities(
  db: Executor,
  wanted: { objectType: string; objectId: string; before: number | undefined; limit: number },
) {
  return selectActivities(db, wanted.objectType, wanted.objectId)
    .$if(wanted.before !== undefined, (query) => query.where('activities.id', '<', wanted.before ?? 0))
    .orderBy('activities.id', 'desc')
    .limit(wanted.limit)
    .execute();
}

/** Returns nothing if the activity belongs to another object. */
export function findActivity(db: Executor, wanted: { objectType: string; objectId: string; id: number }) {
  return selectActivities(db, wanted.objectType, wanted.objectId)
    .where('activities.id', '=', wanted.id)
    .executeTakeFirst();
}
