import type { ImportProblem } from '@lectern/contract/import/define-import.ts';
import { AppError } from '../../../platform/app-error.ts';
import type { Executor } from '../../../platform/db/database.ts';
import type { Principal } from '../../../platform/http/principal.ts';
import { problem } from '../../../platform/import/import-source.ts';
import { judgePlace } from '../judge-place.ts';
import { usualRole } from '../user.policy.ts';
import type { UserColumns } from '../user.repository.ts';
import type { KnownUser } from './user-import.repository.ts';

/** Judges where people are put. A file says the same of many: each answer about newcomers is found once. */
export class PlaceJudge {
  readonly #db: Executor;
  readonly #principal: Principal;
  readonly #newcomers = new Map<string, ImportProblem[]>();

  constructor(db: Executor, principal: Principal) {
    this.#db = db;
    this.#principal = principal;
  }

  async judge(columns: Partial<UserColumns>, user: KnownUser | undefined): Promise<ImportProblem[]> {
    const after = {
      department_id: columns.department_id ?? user?.department_id ?? null,
      position_id: columns.position_id ?? user?.position_id ?? null,
      role_id: columns.role_id ?? user?.role_id ?? usualRole,
    };
    if (user) {
      const moves = 'department_id' in columns || 'position_id' in columns || 'role_id' in columns;
      return moves ? this.#ask(after, user) : [];
    }
    const key = `${after.department_id} ${after.position_id} ${after.role_id}`;
    const asked = this.#newcomers.get(key) ?? (await this.#ask(after, undefined));
    this.#newcomers.set(key, asked);
    return asked;
  }

  async #ask(after: Parameters<typeof judgePlace>[2], user: KnownUser | undefined): Promise<ImportProblem[]> {
    try {
      await judgePlace(this.#db, this.#principal, after, user);
      return [];
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      return [problemOf(error)];
    }
  }
}

function problemOf(error: AppError): ImportProblem {
  if (error.code === 'outsideScope') return problem('department', 'outOfScope');
  if (error.code === 'scopeBeyondOwn') return problem('position', 'scopeBeyondOwn');
  if (error.code === 'pagesBeyondOwn') return problem(null, 'pagesBeyondOwn', { pages: String(error.params.pages) });
  return problem('position', 'morePower');
}
