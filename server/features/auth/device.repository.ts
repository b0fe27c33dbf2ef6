import type { Executor } from '../../platform/db/database.ts';

/** Gives a browser a new mark without forgetting who else signed in from it. */
export async function updateDeviceMark(db: Executor, from: Buffer, to: Buffer): Promise<void> {
  await db.updateTable('user_devices').set({ hash: to }).where('hash', '=', from).execute();
}

/** Keeps only those that were seen last, so that a script that signs in hourly leaves no heap behind. */
export async function insertDevice(db: Executor, userId: string, hash: Buffer, keep: number): Promise<void> {
  await db
    .with('forgotten', (query) =>
      query
        .deleteFrom('user_devices')
        .where('user_id', '=', userId)
        .where('hash', 'in', (devices) =>
          devices
            .selectFrom('user_devices as old')
            .select('old.hash')
            .where('old.user_id', '=', userId)
            .orderBy('old.last_seen_at', 'desc')
            // The statement does not see the row that it inserts.
            .offset(keep - 1),
        ),
    )
    .insertInto('user_devices')
    .values({ user_id: userId, hash })
    .execute();
}

export async function deleteDevicesExcept(db: Executor, userId: string, hash: Buffer | undefined): Promise<void> {
  await db
    .deleteFrom('user_devices')
    .where('user_id', '=', userId)
    .$if(hash !== undefined, (query) => query.where('hash', '!=', hash ?? Buffer.alloc(0)))
    .execute();
}
