import type { Db } from './db/database.ts';

export type StepVerb = { bare: string; done: string };

/** What a feature has to tidy up itself; answers how much it was. The verb is `remove` unless told. */
export type MaintenanceStep = { verb?: StepVerb; what: string; run(db: Db, signal: AbortSignal): Promise<number> };
