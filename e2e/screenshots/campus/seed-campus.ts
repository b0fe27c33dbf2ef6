import { grantablePaths } from '@lectern/contract/access.ts';
import type { GroupMember } from '@lectern/contract/features/permission-group.ts';
import { resourcePages } from '@lectern/contract/features/resource.ts';
import { newSubject } from '@lectern/contract/features/subject-management.ts';
import { accessFlag } from '@lectern/contract/roles.ts';
import { PasswordHasher } from '../../../server/features/auth/password-hasher.ts';
import { SessionService } from '../../../server/features/auth/session.service.ts';
import { SubjectKeeper } from '../../../server/features/organisation/subject/subject-keeper.ts';
import { GroupWriter } from '../../../server/features/permission-group/group-writer.ts';
import { PermissionGroupService } from '../../../server/features/permission-group/permission-group.service.ts';
import { UserService } from '../../../server/features/user/user.service.ts';
import { UserChangeService } from '../../../server/features/user/user-change.service.ts';
import { type Db, openDatabase } from '../../../server/platform/db/database.ts';
import { EventPublisher } from '../../../server/platform/events/event-publisher.ts';
import { newId } from '../../../server/platform/new-id.ts';
import { password } from '../../people.ts';
import { contextOfAdmin } from '../../seed/admin-context.ts';
import { insertCollege, insertDepartment, insertPosition } from '../../seed/insert-units.ts';
import { campusPeople, colleges, positions, subjects } from './campus-people.ts';

/** Adds the people of the screenshots to the database in DATABASE_URL, through the product's own services. */
async function seedCampus(db: Db): Promise<void> {
  const context = await contextOfAdmin(db);
  const publisher = new EventPublisher();
  const sessions = new SessionService(db, publisher, { read: (_hash, find) => find() });
  const users = new UserService({
    db,
    hasher: new PasswordHasher(),
    changes: new UserChangeService(sessions, publisher),
  });
  const departments = new Map<string, string>();
  for (const [code, college] of Object.entries(colleges)) {
    const collegeId = await insertCollege(db, { code, name: college.name });
    for (const [own, name] of Object.entries(college.departments)) {
      departments.set(own, await insertDepartment(db, collegeId, { code: own, name }));
    }
  }
  const places = new Map<string, string>();
  for (const [name, roleId] of Object.entries(positions)) {
    places.set(name, await insertPosition(db, { name, roleId }));
  }
  await seedSubjects(db, context);
  const members: Record<'editors' | 'teachers', GroupMember[]> = { editors: [], teachers: [] };
  for (const person of campusPeople) {
    const { account, name, phone = null } = person;
    const userId = await users.create(context, {
      ...{ account, name, phone, password, mustChangePassword: false },
      email: `${account}@lectern.example.edu`,
      roleId: positions[person.position] ?? 4,
      departmentId: departments.get(person.department ?? '') ?? null,
      positionId: places.get(person.position) ?? null,
      groupId: null,
    });
    members[person.position === 'Lecturer' ? 'teachers' : 'editors'].push({ kind: 'user', id: userId });
    if (person.forbidden) {
      await db.updateTable('users').set({ access: accessFlag.forbid }).where('id', '=', userId).execute();
    }
  }
  const groups = new PermissionGroupService(db, new GroupWriter(publisher), () => undefined);
  const allowing = (name: string, pages: readonly string[], reached: GroupMember[]) => {
    const rules = Object.fromEntries(pages.map((page) => [page, accessFlag.allow]));
    return groups.create(context, { name, description: '', rules, members: reached }, { acceptClosed: true });
  };
  await allowing('Editors', grantablePaths(), members.editors);
  await allowing('Teaching staff', ['/app/home/my', '/app/home/collect', ...resourcePages], members.teachers);
}

async function seedSubjects(db: Db, context: Awaited<ReturnType<typeof contextOfAdmin>>): Promise<void> {
  const keeper = new SubjectKeeper();
  const made = new Map<string, string>();
  for (const [code, name, above] of subjects) {
    const id = newId();
    const subject = newSubject.parse({ code, name, parentId: above ? made.get(above) : null });
    await db.transaction().execute((transaction) => keeper.add(transaction, context, subject, id));
    made.set(code, id);
  }
}

const databaseUrl = process.env.DATABASE_URL;
if (!databaseUrl) throw new Error('set DATABASE_URL to the database of the product');
const { db } = openDatabase({ databaseUrl, applicationName: 'lectern-campus-seed', poolSize: 4 });
await seedCampus(db);
await db.destroy();
