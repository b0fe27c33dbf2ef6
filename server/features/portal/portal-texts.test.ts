import { endpoints } from '@lectern/contract/endpoints.ts';
import { getPortalColumn, portalColumn } from '@lectern/contract/portal/portal-column.ts';
import {
  getPortalCourse,
  portalChapter,
  portalChapterResource,
  portalCourse,
  portalCourseCard,
} from '@lectern/contract/portal/portal-course.ts';
import { getPortalHome, portalHomePage } from '@lectern/contract/portal/portal-home.ts';
import { mediaLink } from '@lectern/contract/portal/portal-page.ts';
import {
  getPortalResource,
  portalRendition,
  portalResource,
  portalResourceCard,
  portalSubtitle,
  portalSummary,
} from '@lectern/contract/portal/portal-resource.ts';
import { portalMoment } from '@lectern/contract/portal/portal-search.ts';
import { listPortalSubjects, portalSubject } from '@lectern/contract/portal/portal-subject.ts';
import { sql } from 'kysely';
import { expect, it, onTestFinished } from 'vitest';
import { z } from 'zod';
import { newId } from '../../platform/new-id.ts';
import { startCourseRig } from '../../testing/course-rig.ts';
import { homeRig } from '../../testing/home-rig.ts';
import { makeColumn, makeKey, makeMedia } from '../../testing/portal-rig.ts';
import { scanRig } from '../../testing/scan-rig.ts';
import { publishableItems, resourceTexts } from '../scan/publishable-items.ts';
import { writePassages } from '../summary/summary-change.service.ts';

/** The kind of item that each schema describes, however deeply it is nested. */
const things = new Map<z.core.$ZodType, string>([
  [portalCourse, 'course'],
  [portalCourseCard, 'course'],
  [portalChapter, 'chapter'],
  [portalChapterResource, 'chapterResource'],
  [portalColumn, 'column'],
  [portalSubject, 'subject'],
  [portalHomePage, 'home'],
  [portalResource, 'resource'],
  [portalResourceCard, 'resource'],
  [portalRendition, 'rendition'],
  [portalSubtitle, 'subtitle'],
  [portalSummary, 'summary'],
  [portalMoment, 'moment'],
  [mediaLink, 'media'],
]);

const code = 'a code of a list';
/** Strings that aren't written for readers, and why. */
const noTexts: Record<string, string> = {
  'media.url': 'an address that we sign',
  'course.language': code,
  'resource.language': code,
  'subtitle.language': code,
  'summary.language': code,
  'resource.format': code,
  'rendition.contentType': code,
  'resource.file.contentType': code,
  'portal.column.next': 'a cursor',
  'portal.courses.next': 'a cursor',
  'portal.resources.next': 'a cursor',
  'portal.search.next': 'a cursor',
  'portal.events.results.id': 'what the site itself sent',
  'portal.events.results.why': 'our own words to the site',
};

/** Every string field of a schema that has no format, named by its item. */
function textsOf(schema: z.core.$ZodType, at: string): string[] {
  const { def } = schema._zod as unknown as { def: Record<string, never> & { type: string } };
  const inner = def as unknown as {
    shape: Record<string, z.core.$ZodType>;
    element: z.core.$ZodType;
    innerType: z.core.$ZodType;
    valueType: z.core.$ZodType;
    options: z.core.$ZodType[];
    items: z.core.$ZodType[];
    format?: string;
  };
  switch (def.type) {
    case 'object': {
      const name = things.get(schema) ?? at;
      return Object.entries(inner.shape).flatMap(([key, field]) => textsOf(field, `${name}.${key}`));
    }
    case 'array':
      return textsOf(inner.element, at);
    case 'nullable':
    case 'optional':
    case 'default':
      return textsOf(inner.innerType, at);
    case 'union':
      return inner.options.flatMap((option) => textsOf(option, at));
    case 'tuple':
      return inner.items.flatMap((item) => textsOf(item, at));
    case 'string':
      return inner.format ? [] : [at];
    case 'number':
    case 'boolean':
    case 'enum':
    case 'literal':
    case 'null':
      return [];
    default:
      throw new Error(`${at}: nobody has said where the texts of ${def.type} are`);
  }
}

const portal = endpoints.filter(({ path, answer }) => path.startsWith('/portal/') && answer !== 'stream');
const shown = [...new Set(portal.flatMap(({ id, output }) => textsOf(output, id)))];
const scanned = new Map([resourceTexts, ...publishableItems.map((item) => item.portal)].flatMap(Object.entries));

it('scans every text that the portal answers with, or says why it is none', () => {
  expect(shown.length).toBeGreaterThan(30);
  expect(shown.filter((field) => !scanned.has(field) && !(field in noTexts))).toEqual([]);
});

it('names no field that the portal does not answer with', () => {
  expect([...scanned.keys(), ...Object.keys(noTexts)].filter((field) => !shown.includes(field))).toEqual([]);
});

it('detects a new text field', () => {
  const more = portalChapter.extend({ subtitle: z.string() });
  things.set(more, 'chapter');
  expect(textsOf(more, '').filter((field) => !scanned.has(field) && !(field in noTexts))).toEqual(['chapter.subtitle']);
});

it('answers with no text that is not scanned, field by field', async () => {
  const { test, teacher, make, add, tree, move } = await startCourseRig();
  onTestFinished(() => test.close());
  const { headers } = await makeKey(test, { audience: 'campus' });
  const { settle } = scanRig(test);
  const { id: courseId } = await make(teacher);
  await add(courseId, ['Light']);
  const chapterId = (await tree(courseId)).chapters[0]?.id ?? '';
  await settle();
  expect((await move(courseId, 'submit')).http).toBe(200);
  expect((await move(courseId, 'publish')).http).toBe(200);
  const { id, versionId } = await makeMedia(test, { state: 'published', visibility: 'everyone' });
  const columnId = await makeColumn(test, [id]);
  const [subjectId, tagId, slot] = [newId(), newId(), `marked${newId().slice(-6)}`];
  const parts = {
    short: [{ text: 'markSentence', passages: [] }],
    outline: [{ title: 'markOutline', level: 1, place: null }],
  };
  const rest = {
    keywords: ['markKeyword'],
    chapters: [{ title: 'markChapter', startMs: 0 }],
    questions: ['markQuestion'],
  };
  const statements = [
    sql`insert into subjects (id, code, name, description, path)
      values (${subjectId}, 'markSubjectCode', 'markSubjectName', 'markSubjectText', ${`/${subjectId}/`})`,
    sql`insert into tags (id, name) values (${tagId}, 'markTag')`,
    sql`update courses set name = 'markCourse', code = 'markCode', term = 'markTerm', description = 'markAbout',
      subject_id = ${subjectId}, college_id = (select college_id from departments where id = department_id)
      where id = ${courseId}`,
    sql`update colleges set name = 'markCollege' where id = (select college_id from courses where id = ${courseId})`,
    sql`update departments set name = 'markDepartment'
      where id = (select department_id from courses where id = ${courseId})`,
    sql`insert into course_people (id, course_id, name, part, position)
      values (${newId()}, ${courseId}, 'markTeacher', 'teacher', 1)`,
    sql`update chapters set title = 'markTitle', goals = 'markGoals', body = 'markBody' where id = ${chapterId}`,
    sql`insert into chapter_resources (id, chapter_id, course_id, resource_id, position, note)
      values (${newId()}, ${chapterId}, ${courseId}, ${id}, 1, 'markNote')`,
    sql`update resources set author = 'markAuthor', source = 'markSource', licence = 'markLicence',
      alt_text = 'markAlt', tag_ids = array[${tagId}::uuid], subject_id = ${subjectId} where id = ${id}`,
    sql`update resource_versions set file_name = 'markFile.mp4' where id = ${versionId}`,
    sql`update subtitles set label = 'markLabel' where resource_id = ${id}`,
    sql`update summaries set content = ${JSON.stringify({ ...parts, ...rest })}::jsonb where resource_id = ${id}`,
    sql`update columns set name = 'markColumn', slug = 'markSlug', description = 'markPurpose' where id = ${columnId}`,
  ];
  for (const statement of statements) await statement.execute(test.db);
  await test.db.transaction().execute((transaction) => writePassages(transaction, id));
  const home = homeRig(test);
  const slotId = await home.slot({ key: slot, name: 'markSlot' });
  const entryId = await home.add(slotId, { source: 'course', courseId }, { audience: 'everyone' });
  await home.edit(entryId, { title: 'markEntry' });
  await home.publish();
  await settle();
  const answers = JSON.stringify([
    (await test.call(getPortalHome, {}, { headers })).data,
    (await test.call(getPortalCourse, { params: { id: courseId } }, { headers })).data,
    (await test.call(getPortalResource, { params: { id } }, { headers })).data,
    (await test.call(getPortalColumn, { params: { id: columnId } }, { headers })).data.column,
    (await test.call(listPortalSubjects, {}, { headers })).data,
  ]);
  const marks = [...new Set(answers.match(/mark[A-Z]\w+/g))];
  const { rows } = await sql<{ text: string }>`
    select text from sensitive_texts union all select text from passages`.execute(test.db);
  const scanned = rows.map(({ text }) => text).join('\n');
  expect(marks.filter((mark) => !scanned.includes(mark))).toEqual([]);
  expect(scanned).toContain(slot);
  const written = statements.flatMap((statement) => JSON.stringify(statement.compile(test.db)).match(/mark[A-Z]\w+/g));
  expect([...new Set([...written, 'markSlot', 'markEntry'])].filter((mark) => mark && !marks.includes(mark))).toEqual(
    [],
  );
});
