import type { CourseDetailView, NewCourse } from '@lectern/contract/features/course.ts';
import { type CourseMove, courseMovesFor } from '@lectern/contract/features/course-state.ts';
import { sql } from 'kysely';
import { recordActivity } from '../../platform/activity/record-activity.ts';
import { AppError, invalidField } from '../../platform/app-error.ts';
import type { Db, Executor } from '../../platform/db/database.ts';
import type { Principal } from '../../platform/http/principal.ts';
import type { SignedInContext } from '../../platform/http/request-context.ts';
import type { ListReader } from '../../platform/list/list-reader.ts';
import { newId } from '../../platform/new-id.ts';
import { numberChapters } from './catalogue/catalogue.presenter.ts';
import { listPlaces } from './catalogue/catalogue.repository.ts';
import { assertMayEdit, mayEdit, personOf } from './course.policy.ts';
import {
  findReadable,
  findSubject,
  insertCourse,
  type LockedCourse,
  listPeople,
  listTerms,
  listUnknownPeople,
  readable,
  replacePeople,
  type WantedPerson,
} from './course.repository.ts';
import type { CourseAnnouncer, CourseChangeService } from './course-change.service.ts';
import { type CourseEdit, completeEdit, validateFields } from './course-fields.ts';
import {
  type CourseRecord,
  courseListSource,
  presentCourse,
  recordColumns,
  recordJoins,
} from './course-list.source.ts';
import type { CourseMoveService } from './course-move.service.ts';

type Dependencies = { db: Db; changes: CourseChangeService; moves: CourseMoveService; announcer: CourseAnnouncer };
type MoveRequest = {
  move: CourseMove;
  reason?: string | undefined;
  checks?: string | undefined;
  confirm?: string | undefined;
  version: number;
};

export class CourseService {
  readonly #dependencies: Dependencies;

  constructor(dependencies: Dependencies) {
    this.#dependencies = dependencies;
  }

  get(principal: Principal, id: string): Promise<CourseDetailView> {
    return this.view(this.#dependencies.db, principal, id);
  }

  async view(db: Executor, principal: Principal, id: string): Promise<CourseDetailView> {
    const course = await findReadable(db, principal, id);
    const { rows } = await sql<CourseRecord & { created_by_id: string | null; created_by_name: string | null }>`
      select ${recordColumns(principal)}, maker.id as created_by_id, maker.name as created_by_name
      from courses ${recordJoins} left join users maker on maker.id = courses.created_by
      where courses.id = ${id} and ${readable(principal)}`.execute(db);
    const [record] = rows;
    if (!record) throw new AppError('notFound');
    const mover = course.state_by
      ? await db.selectFrom('users').select(['id', 'name']).where('id', '=', course.state_by).executeTakeFirst()
      : undefined;
    return {
      ...presentCourse(record),
      description: course.description,
      people: await listPeople(db, id),
      createdBy: record.created_by_id ? { id: record.created_by_id, name: record.created_by_name ?? '' } : null,
      stateBy: mover ?? null,
      catalogueVersion: course.catalogue_version,
      moves: courseMovesFor(personOf(principal, course), course.state),
      mayEdit: mayEdit(principal, course),
    };
  }

  terms(principal: Principal): Promise<string[]> {
    return listTerms(this.#dependencies.db, principal);
  }

  async create(context: SignedInContext, wanted: NewCourse): Promise<CourseDetailView> {
    const id = newId();
    return this.#dependencies.db.transaction().execute(async (transaction) => {
      await this.add(transaction, context, id, wanted);
      return this.view(transaction, context.principal, id);
    });
  }

  /** Creates a draft owned by this person, in their department unless the course names one. */
  async add(transaction: Executor, context: SignedInContext, id: string, wanted: NewCourse): Promise<void> {
    const { principal } = context;
    const isPlaced = wanted.departmentId !== undefined || wanted.collegeId !== undefined;
    const edit = await completeEdit(transaction, {
      ...wanted,
      ...(!isPlaced && { departmentId: principal.departmentId }),
    });
    await validateFields(transaction, principal, edit);
    await insertCourse(transaction, {
      id,
      name: wanted.name,
      code: wanted.code,
      term: wanted.term,
      description: wanted.description,
      language: wanted.language,
      audience: wanted.audience,
      subject_id: wanted.subjectId,
      college_id: edit.collegeId ?? null,
      department_id: edit.departmentId ?? null,
      owner_id: principal.userId,
      created_by: principal.userId,
      state_by: principal.userId,
    });
    const after = { name: wanted.name, code: wanted.code, term: wanted.term };
    await recordActivity(transaction, context, { action: 'course.created', objectType: 'course', objectId: id, after });
    await this.#dependencies.announcer.changed(transaction, id);
  }

  update(
    context: SignedInContext,
    id: string,
    { version, ...edit }: CourseEdit & { version: number },
  ): Promise<CourseDetailView> {
    const { changes } = this.#dependencies;
    return this.#change(context, id, version, async (transaction, course) => {
      await changes.edit(transaction, context, course, edit);
    });
  }

  async move(context: SignedInContext, id: string, request: MoveRequest): Promise<CourseDetailView | null> {
    const { db, changes, moves } = this.#dependencies;
    return db.transaction().execute(async (transaction) => {
      const course = await changes.take(transaction, context, id, request.version);
      if (request.move === 'purge' && request.confirm !== course.name) throw invalidField('confirm', 'typeName');
      await moves.move(transaction, context, course, request);
      return request.move === 'purge' ? null : this.view(transaction, context.principal, id);
    });
  }

  setPeople(
    context: SignedInContext,
    id: string,
    { people, version }: { people: readonly WantedPerson[]; version: number },
  ): Promise<CourseDetailView> {
    return this.#change(context, id, version, async (transaction, course) => {
      assertMayEdit(context.principal, course);
      await judgePeople(transaction, people);
      const before = (await listPeople(transaction, id)).map(personValues);
      await replacePeople(transaction, id, people);
      const after = (await listPeople(transaction, id)).map(personValues);
      const values = { before: { people: before }, after: { people: after } };
      await this.#dependencies.changes.write(transaction, context, course, {}, { action: 'course.peopleSet', values });
    });
  }

  /** Copies chapters and resources in the same order. The person duplicating the course owns the copy. */
  duplicate(
    context: SignedInContext,
    id: string,
    wanted: { name: string; code: string; term: string; withPeople: boolean },
  ): Promise<CourseDetailView> {
    const { principal } = context;
    return this.#dependencies.db.transaction().execute(async (transaction) => {
      const course = await findReadable(transaction, principal, id);
      const copyId = newId();
      const { name, code, term } = wanted;
      const language = course.language as NewCourse['language'];
      const { description, audience } = course;
      const subject = course.subject_id ? await findSubject(transaction, course.subject_id) : undefined;
      const subjectId = subject && !subject.disabled ? subject.id : null;
      await this.add(transaction, context, copyId, { name, code, term, description, language, audience, subjectId });
      await sql`update courses set cover_file_id = ${course.cover_file_id} where id = ${copyId}`.execute(transaction);
      if (wanted.withPeople) {
        const people = await listPeople(transaction, id);
        await replacePeople(transaction, copyId, people);
      }
      await copyCatalogue(transaction, { fromId: id, toId: copyId, by: principal.userId });
      await recordActivity(transaction, context, {
        action: 'course.duplicated',
        objectType: 'course',
        objectId: copyId,
        after: { fromId: id, from: course.name },
      });
      return this.view(transaction, principal, copyId);
    });
  }

  async neighbours(reader: ListReader, principal: Principal, id: string, view: string) {
    await findReadable(this.#dependencies.db, principal, id);
    const from = { at: sql`courses.id = ${id}`, columns: sql`courses.id`, view };
    const { before, after, counts } = await reader.around<{ id: string }>(courseListSource, from, principal);
    return { previous: before[0]?.id ?? null, next: after[0]?.id ?? null, ...counts };
  }

  async #change(
    context: SignedInContext,
    id: string,
    version: number,
    change: (transaction: Executor, course: LockedCourse) => Promise<void>,
  ): Promise<CourseDetailView> {
    const { db, changes } = this.#dependencies;
    return db.transaction().execute(async (transaction) => {
      const course = await changes.take(transaction, context, id, version);
      await change(transaction, course);
      return this.view(transaction, context.principal, id);
    });
  }
}

const personValues = ({ userId, name, part }: WantedPerson) => ({ part, name, ...(userId && { userId }) });

async function judgePeople(transaction: Executor, people: readonly WantedPerson[]): Promise<void> {
  const seen = new Set<string>();
  for (const [at, { userId, name, part }] of people.entries()) {
    if (!userId && !name) throw invalidField(`people.${at}.name`, 'sayWho');
    const key = `${part}:${userId ?? name.toLowerCase()}`;
    if (seen.has(key)) throw invalidField(`people.${at}`, 'namedTwice');
    seen.add(key);
  }
  const ids = people.flatMap(({ userId }) => (userId ? [userId] : []));
  if ((await listUnknownPeople(transaction, ids)).length > 0) throw invalidField('people', 'noSuchPerson');
}

/** Copies chapters and items in the same order under new ids. Hidden chapters stay hidden. */
async function copyCatalogue(
  transaction: Executor,
  { fromId, toId, by }: { fromId: string; toId: string; by: string },
): Promise<void> {
  const numbered = numberChapters(await listPlaces(transaction, fromId));
  if (numbered.length === 0) return;
  const old = numbered.map(({ row }) => row.id);
  const fresh = old.map(() => newId());
  const ids = sql`unnest(${old}::uuid[], ${fresh}::uuid[])`;
  await sql`insert into chapters (id, course_id, parent_id, title, position, goals, body, visible)
    select ids.fresh, ${toId}::uuid, above.fresh, chapters.title, chapters.position, chapters.goals, chapters.body,
      chapters.visible
    from chapters join ${ids} ids (old, fresh) on ids.old = chapters.id
      left join ${ids} above (old, fresh) on above.old = chapters.parent_id`.execute(transaction);
  await sql`insert into chapter_resources
      (id, chapter_id, course_id, resource_id, position, required, start_ms, end_ms, note, added_by)
    select gen_random_uuid(), ids.fresh, ${toId}::uuid, items.resource_id, items.position, items.required,
      items.start_ms, items.end_ms, items.note, ${by}::uuid
    from chapter_resources items join ${ids} ids (old, fresh) on ids.old = items.chapter_id
      join resources on resources.id = items.resource_id and resources.state <> 'purged'`.execute(transaction);
}
