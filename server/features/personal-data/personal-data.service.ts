import type { ErasurePreview } from '@lectern/contract/features/personal-data.ts';
import { fillText } from '@lectern/contract/messages/fill-text.ts';
import { eraseFromActivities } from '../../platform/activity/forget-activities.ts';
import { recordActivity } from '../../platform/activity/record-activity.ts';
import { AppError, invalidField } from '../../platform/app-error.ts';
import type { Db, Executor } from '../../platform/db/database.ts';
import type { SignedInContext } from '../../platform/http/request-context.ts';
import { messagesIn } from '../../platform/messages.ts';
import type { SessionService } from '../auth/public.ts';
import { renamePersonalLibrary } from '../library/public.ts';
import { unassignOpenTasks } from '../task/public.ts';
import { eraseUser, type UserChangeService } from '../user/public.ts';
import { countAddresses, countPart, deletePlace, findPerson, nextErasedNumber } from './personal-data.repository.ts';
import { personalDataParts } from './personal-data-parts.ts';

type PersonalDataDependencies = {
  db: Db;
  changes: Pick<UserChangeService, 'take' | 'judgeRemoval'>;
  sessions: Pick<SessionService, 'endAllOf'>;
};

type Obstacle = ErasurePreview['obstacle'];
const obstacles: Readonly<Record<string, Obstacle>> = {
  notOneself: 'oneself',
  morePowerful: 'morePowerful',
  lastSuperAdministrator: 'lastSuperAdministrator',
  personErased: 'erasedAlready',
};

/** Exports and erases the data about a person. For super administrators by role only. */
export class PersonalDataService {
  readonly #dependencies: PersonalDataDependencies;

  constructor(dependencies: PersonalDataDependencies) {
    this.#dependencies = dependencies;
  }

  /** Records the export and returns the person. */
  async beginExport(context: SignedInContext, id: string): Promise<{ id: string; account: string }> {
    judgeRole(context);
    const { db } = this.#dependencies;
    const person = await findPerson(db, id);
    if (!person) throw new AppError('notFound');
    await recordActivity(db, context, { action: 'personalData.exported', objectType: 'user', objectId: id });
    return person;
  }

  async preview(context: SignedInContext, id: string): Promise<ErasurePreview> {
    judgeRole(context);
    const { db } = this.#dependencies;
    const person = await findPerson(db, id);
    if (!person) throw new AppError('notFound');
    const counted = await Promise.all(
      personalDataParts.map(async (part) => ({ part, count: await countPart(db, part, id) })),
    );
    const goes = counted.flatMap(({ part, count }) => (part.fate === 'goes' ? [{ kind: part.kind, count }] : []));
    return {
      person: { id: person.id, name: person.name, account: person.account, version: person.version },
      goes: [{ kind: 'profile', count: 1 }, ...goes, { kind: 'addresses', count: await countAddresses(db, id) }],
      stays: counted.flatMap(({ part, count }) =>
        part.fate === 'stays' ? [{ kind: part.kind, count, why: part.why }] : [],
      ),
      obstacle: await this.#obstacle(context, id),
    };
  }

  /** Erases everything or nothing. Irreversible. */
  async erase(
    context: SignedInContext,
    id: string,
    typed: { name: string; version: number },
  ): Promise<{ name: string }> {
    judgeRole(context);
    return this.#dependencies.db.transaction().execute(async (transaction) => {
      const person = await this.#take(transaction, context, id);
      if (person.version !== typed.version) throw new AppError('changedMeanwhile');
      if (person.name !== typed.name.trim()) throw invalidField('name', 'typeName');
      const number = await nextErasedNumber(transaction);
      const erased = {
        name: fillText(messagesIn(context.language).personalData.erasedName, { number }),
        account: `erased-${number}`,
      };
      // Notifies open windows while their sessions still exist.
      await this.#dependencies.sessions.endAllOf(transaction, id, 'forbidden');
      const counts: Record<string, number> = {};
      for (const part of personalDataParts) {
        if (part.fate !== 'goes') continue;
        counts[part.kind] = await countPart(transaction, part, id);
        for (const place of part.places) await deletePlace(transaction, place, id);
      }
      await eraseUser(transaction, id, erased);
      await renamePersonalLibrary(transaction, id, erased.name);
      await unassignOpenTasks(transaction, id);
      await eraseFromActivities(transaction, id);
      await recordActivity(transaction, context, {
        action: 'personalData.erased',
        objectType: 'user',
        objectId: id,
        after: { number, removed: counts },
      });
      return { name: erased.name };
    });
  }

  async #take(transaction: Executor, context: SignedInContext, id: string) {
    if (id.toLowerCase() === context.principal.userId) throw new AppError('notOneself');
    const person = await this.#dependencies.changes.take(transaction, context, id);
    await this.#dependencies.changes.judgeRemoval(transaction, person);
    return person;
  }

  /** Runs the same checks as `erase` without changing anything. */
  async #obstacle(context: SignedInContext, id: string): Promise<Obstacle> {
    try {
      await this.#dependencies.db.transaction().execute((transaction) => this.#take(transaction, context, id));
      return null;
    } catch (error) {
      const obstacle = error instanceof AppError ? obstacles[error.code] : undefined;
      if (obstacle) return obstacle;
      throw error;
    }
  }
}

function judgeRole({ principal }: SignedInContext): void {
  if (principal.roleId !== 1) throw new AppError('abilityMissing');
}
