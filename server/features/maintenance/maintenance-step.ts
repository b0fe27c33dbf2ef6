import type { Db } from '../../platform/db/database.ts';

/** What a feature has to tidy up itself; answers how much it was. */
export type MaintenanceStep = { what: string; run(db: Db, signal: AbortSignal): Promise<number> };
