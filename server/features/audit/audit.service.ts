import { actionName } from '@lectern/contract/features/activity-names.ts';
import type { AuditEntry } from '@lectern/contract/features/audit.ts';
import { languages } from '@lectern/contract/language.ts';
import { deleteOldActivities } from '../../platform/activity/forget-activities.ts';
import { insertActivity, recordActivity } from '../../platform/activity/record-activity.ts';
import { AppError } from '../../platform/app-error.ts';
import type { Db } from '../../platform/db/database.ts';
import type { SignedInContext } from '../../platform/http/request-context.ts';
import { messagesIn } from '../../platform/messages.ts';
import type { SettingsService } from '../settings/public.ts';
import { idsIn, maySeeAddresses } from './audit.policy.ts';
import { presentAuditRow } from './audit.presenter.ts';
import { findAuditEntry, findNames, listActions } from './audit.repository.ts';

const rowsAtOnce = 5_000;
/** This entry holds the reason for a rejection, so it is kept while the resource stays rejected. */
const reasonOfRejection = 'resource.rejected';
/** No action has this name; filtering by it returns nothing. */
const noAction = '-';

type View = Readonly<Record<string, unknown>>;

/** Whether the typed text is part of the action's id or of its name in any language. */
function isActionMeant(action: string, typed: string): boolean {
  const wanted = typed.trim().toLowerCase();
  const names = languages.map((language) => actionName(action, messagesIn(language).activity));
  return [action, ...names].some((name) => name.toLowerCase().includes(wanted));
}

/** The audit log: entries, export and retention. */
export class AuditService {
  readonly #db: Db;
  readonly #settings: Pick<SettingsService, 'current'>;

  constructor(db: Db, settings: Pick<SettingsService, 'current'>) {
    this.#db = db;
    this.#settings = settings;
  }

  async get(context: SignedInContext, id: number): Promise<AuditEntry> {
    const withAddress = maySeeAddresses(context.principal);
    const record = await findAuditEntry(this.#db, id, { withAddress, whole: true });
    if (!record) throw new AppError('notFound');
    const row = presentAuditRow(record);
    return { ...row, names: await findNames(this.#db, idsIn(row)) };
  }

  /** Resolves the typed action filter, which may be a name shown on screen, to action ids. */
  async meant<Query extends View>(query: Query): Promise<Query> {
    if (typeof query.action !== 'string') return query;
    const typed = query.action;
    const meant = (await listActions(this.#db)).filter((action) => isActionMeant(action, typed));
    const exact = meant.filter((action) => action === typed);
    return { ...query, action: (exact.length > 0 ? exact : meant).join(',') || noAction };
  }

  async noteExport(context: SignedInContext, view: View): Promise<void> {
    await recordActivity(this.#db, context, {
      action: 'audit.exported',
      objectType: 'audit',
      objectId: 'log',
      after: { ...view },
    });
  }

  /** Deletes entries older than the settings allow, and records that. */
  async expire(signal: AbortSignal): Promise<number> {
    const { auditDays } = await this.#settings.current();
    if (auditDays === 0) return 0;
    let removed = 0;
    for (let more = true; more && !signal.aborted; ) {
      const count = await deleteOldActivities(this.#db, {
        days: auditDays,
        keptAction: reasonOfRejection,
        most: rowsAtOnce,
      });
      removed += count;
      more = count === rowsAtOnce;
    }
    if (removed > 0) {
      await insertActivity(this.#db, {
        action: 'audit.expired',
        objectType: 'audit',
        objectId: 'log',
        actorId: null,
        ip: null,
        requestId: null,
        after: { olderThanDays: auditDays, removed },
      });
    }
    return removed;
  }
}
