import type { PermissionEffect } from '@lectern/contract/features/permission-effect.ts';
import type {
  GroupContent,
  PermissionGroup,
  PermissionGroupVersion,
} from '@lectern/contract/features/permission-group.ts';
import { AppError } from '../../platform/app-error.ts';
import type { Db, Executor } from '../../platform/db/database.ts';
import { pageNames } from '../../platform/error-values.ts';
import type { SignedInContext } from '../../platform/http/request-context.ts';
import { newId } from '../../platform/new-id.ts';
import { accessEffect, measureEffect } from './access-effect.ts';
import { type GroupWriter, takeGroup } from './group-writer.ts';
import { digestOf, presentEffect, presentGroup, presentVersion } from './permission-group.presenter.ts';
import {
  findGroup,
  listRules,
  listShownMembers,
  listVersions,
  lockPermissions,
} from './permission-group.repository.ts';

export type Consent = { digest?: string | undefined; acceptClosed: boolean };
type PreviewedChange =
  | { kind: 'create'; content: GroupContent }
  | { kind: 'save'; groupId: string; content: GroupContent }
  | { kind: 'restore'; groupId: string; toVersion: number }
  | { kind: 'delete'; groupIds: readonly string[] };

/**
 * Allow (0) or Forbid (1) per page, for people, positions and departments. Changes take effect with the next request.
 */
export class PermissionGroupService {
  readonly #db: Db;
  readonly #writer: GroupWriter;
  /** Clears this process's cached principals; the event notifies other processes. */
  readonly #forgetHolders: () => void;

  constructor(db: Db, writer: GroupWriter, forgetHolders: () => void) {
    this.#db = db;
    this.#writer = writer;
    this.#forgetHolders = forgetHolders;
  }

  async get(id: string): Promise<PermissionGroup> {
    const group = await findGroup(this.#db, id);
    if (!group) throw new AppError('notFound');
    const [rules, members] = await Promise.all([listRules(this.#db, id), listShownMembers(this.#db, id)]);
    return presentGroup(group, rules, members);
  }

  async listVersions(id: string, page: { before?: number | undefined; size: number }) {
    if (!(await findGroup(this.#db, id))) throw new AppError('notFound');
    const rows = await listVersions(this.#db, id, { before: page.before, limit: page.size + 1 });
    const shown: PermissionGroupVersion[] = rows.slice(0, page.size).map(presentVersion);
    return { rows: shown, more: rows.length > page.size };
  }

  async create(context: SignedInContext, content: GroupContent, consent: Consent): Promise<PermissionGroup> {
    const id = newId();
    await this.inEarnest(consent, (transaction) => this.#writer.create(transaction, context, id, content));
    return this.get(id);
  }

  async save(
    context: SignedInContext,
    wanted: { id: string; version: number; content: GroupContent },
    consent: Consent,
  ): Promise<PermissionGroup> {
    await this.inEarnest(consent, async (transaction) => {
      const group = await takeGroup(transaction, wanted.id);
      if (group.deleted_at) throw new AppError('notFound');
      if (group.version !== wanted.version) throw new AppError('changedMeanwhile');
      await this.#writer.change(transaction, context, group, wanted.content);
    });
    return this.get(wanted.id);
  }

  async restore(
    context: SignedInContext,
    wanted: { id: string; version: number; toVersion: number },
    consent: Consent,
  ): Promise<PermissionGroup> {
    await this.inEarnest(consent, async (transaction) => {
      const group = await takeGroup(transaction, wanted.id);
      if (group.version !== wanted.version) throw new AppError('changedMeanwhile');
      await this.#writer.restore(transaction, context, group, wanted.toVersion);
    });
    return this.get(wanted.id);
  }

  /** Measures the effect of a change by making it and rolling back. */
  async preview(context: SignedInContext, change: PreviewedChange): Promise<PermissionEffect> {
    const tried = (transaction: Executor) => this.#carryOut(transaction, context, change);
    return presentEffect(await accessEffect(this.#db, tried));
  }

  /** Makes the change if the given consent covers its effect; it applies from the next request on. */
  async inEarnest(consent: Consent, change: (transaction: Executor) => Promise<void>): Promise<void> {
    await this.#db.transaction().execute(async (transaction) => {
      await lockPermissions(transaction);
      await this.guard(transaction, consent, () => change(transaction));
    });
    this.#forgetHolders();
  }

  /**
   * Rejects a change without consent if it leaves a page open to administrators only, or if its effect differs from
   * the preview.
   */
  async guard(transaction: Executor, consent: Consent, change: () => Promise<void>): Promise<void> {
    const effect = await measureEffect(transaction, change);
    if (consent.digest !== undefined && consent.digest !== digestOf(effect)) throw new AppError('effectDiffers');
    if (effect.closed.length > 0 && !consent.acceptClosed) {
      throw new AppError('pagesWouldClose', { params: { pages: pageNames(effect.closed) } });
    }
  }

  async #carryOut(transaction: Executor, context: SignedInContext, change: PreviewedChange): Promise<void> {
    if (change.kind === 'create') return this.#writer.create(transaction, context, newId(), change.content);
    if (change.kind === 'delete') {
      for (const id of change.groupIds) {
        await this.#writer.delete(transaction, context, await takeGroup(transaction, id));
      }
      return;
    }
    const group = await takeGroup(transaction, change.groupId);
    if (change.kind === 'restore') await this.#writer.restore(transaction, context, group, change.toVersion);
    else await this.#writer.change(transaction, context, group, change.content);
  }
}
