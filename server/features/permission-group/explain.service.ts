import { mayOpenPath } from '@lectern/contract/access.ts';
import type { Explanation } from '@lectern/contract/features/permission-explain.ts';
import type { RoleId } from '@lectern/contract/roles.ts';
import { AppError, invalidField } from '../../platform/app-error.ts';
import type { Db } from '../../platform/db/database.ts';
import type { Principal } from '../../platform/http/principal.ts';
import type { SignedInContext } from '../../platform/http/request-context.ts';
import { decidingPages, explainPage, routeOf } from './explain.policy.ts';
import { type ExplainedPerson, findExplained, listReachingGroups } from './permission-group.repository.ts';

type Dependencies = {
  db: Db;
  /** Whether the actor sees this person in user management. */
  sees(principal: Principal, userId: string): Promise<boolean>;
};

/** Explains why a person may or may not open a page: the chain from the person to the rule. */
export class ExplainService {
  readonly #dependencies: Dependencies;

  constructor(dependencies: Dependencies) {
    this.#dependencies = dependencies;
  }

  async explain({ principal }: SignedInContext, wanted: { userId?: string | undefined; path: string }) {
    const userId = wanted.userId ?? principal.userId;
    const route = routeOf(wanted.path);
    if (!route) throw invalidField('path', 'noSuchPage');
    await this.#judge(principal, userId);
    const person = await findExplained(this.#dependencies.db, userId);
    if (!person) throw new AppError('notFound');
    const reaching = await listReachingGroups(this.#dependencies.db, userId);
    const pages = decidingPages(route).map((page) => explainPage(page, person.role_id, reaching));
    const explanation: Explanation = {
      person: presentPerson(person),
      path: route.path,
      allowed: person.access === 0 && (pages.length === 0 || pages.some((page) => page.allowed)),
      pages,
    };
    return explanation;
  }

  /** People may ask about themselves, and about others they see in user management. */
  async #judge(principal: Principal, userId: string): Promise<void> {
    if (userId.toLowerCase() === principal.userId) return;
    const mayLook =
      mayOpenPath(principal, '/app/system/systemAdmin') && (await this.#dependencies.sees(principal, userId));
    if (!mayLook) throw new AppError('notFound');
  }
}

function presentPerson(person: ExplainedPerson): Explanation['person'] {
  const named = (id: string | null, name: string | null) => (id && name !== null ? { id, name } : null);
  return {
    id: person.id,
    name: person.name,
    roleId: person.role_id as RoleId,
    position: named(person.position_id, person.position_name),
    department: named(person.department_id, person.department_name),
    accountForbidden: person.access !== 0,
  };
}
