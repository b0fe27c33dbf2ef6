import { accessFlag } from '@lectern/contract/roles.ts';
import { sql } from 'kysely';
import { PasswordHasher } from '../../server/features/auth/password-hasher.ts';
import { SessionService } from '../../server/features/auth/session.service.ts';
import { GroupWriter } from '../../server/features/permission-group/group-writer.ts';
import { PermissionGroupService } from '../../server/features/permission-group/permission-group.service.ts';
import { UserService } from '../../server/features/user/user.service.ts';
import { UserChangeService } from '../../server/features/user/user-change.service.ts';
import { type Db, openDatabase } from '../../server/platform/db/database.ts';
import { EventPublisher } from '../../server/platform/events/event-publisher.ts';
import { type Person, password, people } from '../people.ts';
import { contextOfAdmin } from './admin-context.ts';
import { insertCollege, insertDepartment } from './insert-units.ts';
import { readNothing } from './read-nothing.ts';

/** Adds the tests' people to the database in DATABASE_URL, through the product's own services. */
async function seedPeople(db: Db): Promise<void> {
  const context = await contextOfAdmin(db);
  const publisher = new EventPublisher();
  const changes = new UserChangeService(
    new SessionService(db, publisher, { read: (_hash, find) => find() }),
    publisher,
  );
  const users = new UserService({ db, hasher: new PasswordHasher(), changes });
  const groups = new PermissionGroupService(db, new GroupWriter(publisher), () => undefined);
  const departmentId = await createDepartment(db);
  const create = async (account: string, person: Person): Promise<void> => {
    const { name, roleId, mustChangePassword = false } = person;
    const userId = await users.create(context, {
      account,
      name,
      roleId,
      password,
      mustChangePassword,
      // Only the pages their test is about.
      groupId: null,
      ...(person.inDepartment ? { departmentId } : {}),
    });
    if (person.pages) {
      const rules = Object.fromEntries(person.pages.map((page) => [page, accessFlag.allow]));
      const members = [{ kind: 'user' as const, id: userId }];
      const group = { name: `Pages of ${name}`, description: '', rules, members };
      await groups.create(context, group, { acceptClosed: true });
    }
    if (person.forbidden) {
      await db.updateTable('users').set({ access: accessFlag.forbid }).where('id', '=', userId).execute();
    }
  };
  await Promise.all(Object.entries(people).map(([account, person]) => create(account, person)));
}

/**
 * Turns processing off by default, because engines would process every file tests upload. Tests of processing turn it
 * on in their own library.
 */
async function disableAutomaticSteps(db: Db): Promise<void> {
  for (const statement of readNothing) await sql.raw(statement).execute(db);
}

async function createDepartment(db: Db): Promise<string> {
  const collegeId = await insertCollege(db, { code: 'SCI', name: 'College of Science' });
  return insertDepartment(db, collegeId, { code: 'SCI-01', name: 'Physics' });
}

const databaseUrl = process.env.DATABASE_URL;
if (!databaseUrl) throw new Error('set DATABASE_URL to the database of the product under test');
const { db } = openDatabase({ databaseUrl, applicationName: 'lectern-e2e-seed', poolSize: 4 });
await seedPeople(db);
await disableAutomaticSteps(db);
await db.destroy();
