import { Readable } from 'node:stream';
import type { CourseFormat } from '@lectern/contract/features/course-exchange.ts';
import { type RawBuilder, sql } from 'kysely';
import type { Db } from '../../../platform/db/database.ts';
import type { Principal } from '../../../platform/http/principal.ts';
import { hasMasks } from '../../../platform/masks/hidden-files.ts';
import type { FileStore } from '../../../platform/storage/file-store.ts';
import { numberChapters } from '../catalogue/number-chapters.ts';
import { findReadable, type LockedCourse } from '../course.repository.ts';
import { listPeople } from '../people.repository.ts';
import { makeCartridge } from './cartridge.ts';
import { type CourseFile, courseFileFormat, courseFileVersion, type FileChapter } from './course-file.ts';
import { type PackedFile, packCourse } from './pack-course.ts';

type Parts = {
  db: Db;
  fileStore: Pick<FileStore, 'open'>;
  readable(principal: Principal): RawBuilder<unknown>;
  /** May see what is under masks. */
  original(principal: Principal): RawBuilder<unknown>;
};
type ItemRow = {
  chapter_id: string;
  id: string;
  title: string;
  kind: FileChapter['items'][number]['kind'];
  sha256: Buffer;
  required: boolean;
  start_ms: number | null;
  end_ms: number | null;
  note: string;
  file_name: string;
  store_key: string | null;
  size_bytes: number | null;
};
type Chapter = {
  id: string;
  parent_id: string | null;
  position: number;
  title: string;
  goals: string;
  body: string;
  visible: boolean;
  available_from: Date | null;
  available_until: Date | null;
};
export type CourseDownload = { name: string; contentType: string; open(): Readable };

const contentTypes: Record<CourseFormat, string> = {
  json: 'application/json; charset=utf-8',
  zip: 'application/zip',
  imscc: 'application/vnd.ims.imsccv1p3',
};

/** Courses as files. What the person may not see of it is not in there. */
export class CourseExportService {
  readonly #parts: Parts;

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  async open(principal: Principal, id: string, format: CourseFormat): Promise<CourseDownload> {
    const course = await findReadable(this.#parts.db, principal, id);
    const { content, files } = await this.#read(principal, course, format !== 'json');
    const name = `${course.code} ${course.name}`.replace(/[^\p{L}\p{N} ._-]+/gu, '_').slice(0, 100);
    const json = () => JSON.stringify(content, null, 2);
    return {
      name: `${name}.${format}`,
      contentType: contentTypes[format],
      open: () => {
        if (format === 'json') return Readable.from([Buffer.from(json())]);
        const { fileStore } = this.#parts;
        if (format === 'zip') return packCourse(fileStore, files, [{ path: 'course.json', text: json() }]);
        const { manifest, pages } = makeCartridge(content);
        const texts = pages.map(({ path, html }) => ({ path, text: html }));
        return packCourse(fileStore, files, [{ path: 'imsmanifest.xml', text: manifest }, ...texts]);
      },
    };
  }

  async #read(principal: Principal, course: LockedCourse, withFiles: boolean) {
    const { db } = this.#parts;
    const chapters: Chapter[] = await db
      .selectFrom('chapters')
      .select(['id', 'parent_id', 'position', 'title', 'goals', 'body', 'visible', 'available_from', 'available_until'])
      .where('course_id', '=', course.id)
      .execute();
    const items = await this.#items(principal, course.id);
    const paths = new Map<string, PackedFile>();
    if (withFiles) for (const item of items) nameFile(paths, item);
    const subject = course.subject_id
      ? await db.selectFrom('subjects').select('code').where('id', '=', course.subject_id).executeTakeFirst()
      : undefined;
    const people = (await listPeople(db, course.id)).map(({ name, part }) => ({ name: name.slice(0, 100), part }));
    const numbered = numberChapters(chapters);
    const below = (parentId: string | null): FileChapter[] =>
      numbered
        .filter(({ row }) => row.parent_id === parentId)
        .map(({ row }) => ({
          title: row.title,
          goals: row.goals,
          body: row.body,
          visible: row.visible,
          availableFrom: row.available_from?.toISOString() ?? null,
          availableUntil: row.available_until?.toISOString() ?? null,
          items: items
            .filter((item) => item.chapter_id === row.id)
            .map((item) => {
              const path = paths.get(item.id)?.path;
              return {
                title: item.title,
                kind: item.kind,
                id: item.id,
                sha256: item.sha256.toString('hex'),
                ...(path && { path }),
                required: item.required,
                startMs: item.start_ms,
                endMs: item.end_ms,
                note: item.note,
              };
            }),
          chapters: below(row.id),
        }));
    const { name, code, term, description, audience } = course;
    const content: CourseFile = {
      format: courseFileFormat,
      version: courseFileVersion,
      exportedAt: new Date().toISOString(),
      course: {
        ...{ name, code, term, description, audience, people },
        language: course.language as CourseFile['course']['language'],
        subjectCode: subject?.code ?? null,
      },
      chapters: below(null),
    };
    return { content, files: [...paths.values()] };
  }

  /** In the order of each chapter; the file as this person gets it, none where masks would show. */
  async #items(principal: Principal, courseId: string): Promise<ItemRow[]> {
    const [readable, original] = [this.#parts.readable(principal), this.#parts.original(principal)];
    const { rows } = await sql<ItemRow>`
      select items.chapter_id, resources.id, resources.title, resources.kind, resources.sha256, items.required,
        items.start_ms, items.end_ms, items.note, coalesce(files.name, resources.file_name) as file_name,
        files.store_key, files.size_bytes
      from chapter_resources items join resources on resources.id = items.resource_id
        left join resource_versions version on version.id = resources.version_id
        left join masked_files masked on masked.version_id = version.id and masked.rendition_id is null
          and not ${original}
        left join files on files.id = coalesce(masked.file_id, version.file_id)
          and (${original} or masked.file_id is not null or not ${hasMasks})
      where items.course_id = ${courseId} and resources.state not in ('trashed', 'purged') and ${readable}
      order by items.position, items.id`.execute(this.#parts.db);
    return rows;
  }
}

/** Each resource once, however often it stands in the course. */
function nameFile(paths: Map<string, PackedFile>, item: ItemRow): void {
  if (!item.store_key || item.size_bytes === null || paths.has(item.id)) return;
  const name = item.file_name.replace(/[\p{Cc}/\\:*?"<>|]/gu, '_').slice(-120);
  const path = `files/${paths.size + 1}-${name}`;
  paths.set(item.id, { path, storeKey: item.store_key, sizeBytes: Number(item.size_bytes) });
}
