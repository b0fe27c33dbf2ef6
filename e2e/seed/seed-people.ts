import { randomUUID } from 'node:crypto';
import { accessFlag } from '@lectern/contract/roles.ts';
import { pino } from 'pino';
import { PasswordHasher } from '../../server/features/auth/password-hasher.ts';
import { SessionService } from '../../server/features/auth/session.service.ts';
import { OrganisationService } from '../../server/features/organisation/organisation.service.ts';
import { PermissionGroupService } from '../../server/features/permission-group/permission-group.service.ts';
import { UserService } from '../../server/features/user/user.service.ts';
import { UserChangeService } from '../../server/features/user/user-change.service.ts';
import { type Db, openDatabase } from '../../server/platform/db/database.ts';
import { EventPublisher } from '../../server/platform/events/event-publisher.ts';
import type { SignedInContext } from '../../server/platform/http/request-context.ts';
import { type Person, password, people } from '../people.ts';

/** Fills the product's database, named by DATABASE_URL, with the people of the tests: through its own services. */
async function seedPeople(db: Db): Promise<void> {
  const context = await contextOfAdmin(db);
  const publisher = new EventPublisher();
  const changes = new UserChangeService(
    new SessionService(db, publisher, { read: (_hash, find) => find() }),
    publisher,
  );
  const users = new UserService({ db, hasher: new PasswordHasher(), changes });
  const groups = new PermissionGroupService(db, publisher);
  const departmentId = await createDepartment(db, context);
  const create = async (account: string, person: Person): Promise<void> => {
    const { name, roleId, mustChangePassword = false } = person;
    const userId = await users.create(context, {
      account,
      name,
      roleId,
      password,
      mustChangePassword,
      ...(person.inDepartment ? { departmentId } : {}),
    });
    if (person.pages) {
      const groupId = await groups.create(context, `Pages of ${name}`);
      const rules = Object.fromEntries(person.pages.map((page) => [page, accessFlag.allow]));
      await groups.saveRules(context, groupId, rules);
      await groups.addMember(context, groupId, { userId });
    }
    if (person.forbidden) {
      await db.updateTable('users').set({ access: accessFlag.forbid }).where('id', '=', userId).execute();
    }
  };
  await Promise.all(Object.entries(people).map(([account, person]) => create(account, person)));
}

async function createDepartment(db: Db, context: SignedInContext): Promise<string> {
  const organisation = new OrganisationService(db);
  const collegeId = await organisation.createCollege(context, { code: 'SCI', name: 'College of Science' });
  return organisation.createDepartment(context, { collegeId, code: 'SCI-01', name: 'Physics' });
}

async function contextOfAdmin(db: Db): Promise<SignedInContext> {
  const admin = await db
    .selectFrom('users')
    .select(['id', 'account', 'name'])
    .where('account', '=', 'admin')
    .executeTakeFirstOrThrow();
  return {
    requestId: randomUUID(),
    principal: {
      userId: admin.id,
      sessionId: randomUUID(),
      account: admin.account,
      name: admin.name,
      roleId: 1,
      permissions: [],
      departmentId: null,
      departmentPath: null,
      deptCode: null,
      mustChangePassword: false,
    },
    ip: '127.0.0.1',
    userAgent: 'seed',
    language: 'en',
    origin: 'http://localhost',
    idempotencyKey: undefined,
    cookies: {},
    setCookie: () => undefined,
    clearCookie: () => undefined,
    log: pino({ level: 'silent' }),
  };
}

const databaseUrl = process.env.DATABASE_URL;
if (!databaseUrl) throw new Error('DATABASE_URL must name the database of the product under test');
const { db } = openDatabase({ databaseUrl, applicationName: 'lectern-e2e-seed', poolSize: 4 });
await seedPeople(db);
await db.destroy();
