import { PassThrough, Readable } from 'node:stream';
import type {
  CourseExportQuery,
  CourseExportReport,
  CourseFormat,
  LeftOutOfExport,
} from '@lectern/contract/features/course-exchange.ts';
import type { RawBuilder } from 'kysely';
import { ZipFile } from 'yazl';
import { AppError } from '../../../platform/app-error.ts';
import type { Db, Executor } from '../../../platform/db/database.ts';
import type { Principal } from '../../../platform/http/principal.ts';
import type { DeliveredFile } from '../../../platform/storage/delivered-file.ts';
import type { FileStore } from '../../../platform/storage/file-store.ts';
import { isPublicResource, type PublicRule } from '../../publication/public.ts';
import { assertMayEdit, mayEdit } from '../course.policy.ts';
import { findReadable, type LockedCourse, listPeople } from '../course.repository.ts';
import { makeCartridge } from './cartridge.ts';
import {
  type CourseFile,
  courseFileFormat,
  courseFileVersion,
  type FileItem,
  type FileSubtitle,
} from './course-file.ts';
import {
  chapterTree,
  chooseChapters,
  chooseItems,
  findPublicity,
  type ItemRow,
  leftOutItem,
  listChapters,
  listItems,
  withoutTitles,
} from './export-content.ts';

type IsPublic = RawBuilder<boolean>;
type Dependencies = {
  db: Db;
  timeZone: string;
  fileStore: Pick<FileStore, 'open'>;
  readable(principal: Principal): RawBuilder<unknown>;
  /** Public files of a resource and of the course, redacted as in the portal. */
  published: {
    file(ids: { resourceId: string; versionId: string }, isPublic: IsPublic): Promise<DeliveredFile | undefined>;
    cover(db: Executor, courseId: string, isPublic: IsPublic): Promise<DeliveredFile | undefined>;
    tracks(
      db: Executor,
      resourceId: string,
      isPublic: IsPublic,
    ): Promise<{ id: string; language: string; label: string; is_default: boolean }[]>;
    subtitle(id: string, resourceId: string): Promise<string | undefined>;
  };
};
type CourseDownload = { name: string; contentType: string; open(): Readable };
type PackedText = { path: string; text: string };
type Collected = { content: CourseFile; files: PackedFile[]; texts: PackedText[]; report: CourseExportReport };
type Media = { path?: string; sha256: Buffer; redacted: boolean; subtitles: FileSubtitle[] };

const fileTypes: Record<CourseFormat, { extension: string; contentType: string }> = {
  json: { extension: 'json', contentType: 'application/json; charset=utf-8' },
  zip: { extension: 'zip', contentType: 'application/zip' },
  imscc: { extension: 'imscc', contentType: 'application/vnd.ims.imsccv1p3' },
  imscc11: { extension: 'imscc', contentType: 'application/vnd.ims.imsccv1p1' },
};

/**
 * Exports courses as files. The course's own texts are included if the person may edit them or readers can see them;
 * resources only as readers of the chosen audience get them, regardless of who exports.
 */
export class CourseExportService {
  readonly #dependencies: Dependencies;

  constructor(dependencies: Dependencies) {
    this.#dependencies = dependencies;
  }

  async report(principal: Principal, id: string, query: CourseExportQuery): Promise<CourseExportReport> {
    return (await this.#collect(principal, id, query)).report;
  }

  async open(principal: Principal, id: string, query: CourseExportQuery): Promise<CourseDownload> {
    const { fileStore } = this.#dependencies;
    const { content, files, texts, report } = await this.#collect(principal, id, query);
    const { format } = query;
    const { extension, contentType } = fileTypes[format];
    const { code, name } = content.course;
    const json = { path: 'course.json', text: JSON.stringify(content, null, 2) };
    const reportFile = { path: 'report.json', text: JSON.stringify(withoutTitles(report), null, 2) };
    return {
      name: `${`${code} ${name}`.replace(/[^\p{L}\p{N} ._-]+/gu, '_').slice(0, 100)}.${extension}`,
      contentType,
      open() {
        if (format === 'json') return Readable.from([Buffer.from(json.text)]);
        if (format === 'zip') return packCourse(fileStore, files, [json, reportFile, ...texts]);
        const { manifest, pages } = makeCartridge(id, content, format === 'imscc' ? '1.3' : '1.1');
        const own = [json, reportFile].map(({ path, text }) => ({ path: `lectern/${path}`, text }));
        return packCourse(fileStore, files, [{ path: 'imsmanifest.xml', text: manifest }, ...own, ...pages, ...texts]);
      },
    };
  }

  async #collect(principal: Principal, id: string, query: CourseExportQuery): Promise<Collected> {
    const { db, timeZone, readable } = this.#dependencies;
    const course = await findReadable(db, principal, id);
    const rule: PublicRule = { audience: query.audience, timeZone };
    await this.#judge(principal, course, rule, query);
    const [chapters, items, people] = await Promise.all([
      listChapters(db, id, rule),
      listItems(db, id, { rule, readable: readable(principal) }),
      listPeople(db, id),
    ]);
    const { chosen, leftOut: chaptersOut } = chooseChapters(chapters, query);
    const { placed, leftOut: itemsOut } = chooseItems(chosen, items);
    const leftOut: LeftOutOfExport[] = [...chaptersOut, ...itemsOut];
    // Other systems show all files of a cartridge, so files of hidden chapters are left out.
    const isCartridge = query.format === 'imscc' || query.format === 'imscc11';
    const shown = new Set(chosen.filter((one) => one.shown || !isCartridge).map(({ row }) => row.id));
    const packed = new Packed(query.format !== 'json');
    for (const item of placed) {
      const isPending = await this.#take(packed, item, rule, shown.has(item.chapter_id));
      const number = chosen.find(({ row }) => row.id === item.chapter_id)?.number ?? '';
      if (isPending) leftOut.push(leftOutItem(item, number, 'maskPending'));
    }
    const cover = await this.#cover(packed, course, rule, leftOut);
    const itemsOf = (chapterId: string) =>
      placed.filter((item) => item.chapter_id === chapterId).map((item) => fileItem(item, packed.media.get(item.id)));
    const report: CourseExportReport = {
      audience: query.audience,
      chapters: chosen.length,
      resources: placed.length,
      files: packed.files.length,
      bytes: packed.files.reduce((sum, { sizeBytes }) => sum + sizeBytes, 0),
      redacted: [...packed.media.values()].filter(({ redacted }) => redacted).length,
      leftOut,
    };
    const subject = course.subject_id
      ? await db.selectFrom('subjects').select('code').where('id', '=', course.subject_id).executeTakeFirst()
      : undefined;
    const content: CourseFile = {
      format: courseFileFormat,
      version: courseFileVersion,
      exportedAt: new Date().toISOString(),
      course: {
        name: course.name,
        code: course.code,
        term: course.term,
        description: course.description,
        language: course.language as CourseFile['course']['language'],
        audience: course.audience,
        subjectCode: subject?.code ?? null,
        ...(cover && { cover }),
        people: people.map(({ name, part }) => ({ name: name.slice(0, 100), part })),
      },
      chapters: chapterTree(chosen, itemsOf),
      report: withoutTitles(report),
    };
    return { content, files: packed.files, texts: packed.texts, report };
  }

  /**
   * People who may edit the course can export all its texts; others get what readers get. A withheld course can't be
   * exported.
   */
  async #judge(
    principal: Principal,
    course: LockedCourse,
    rule: PublicRule,
    { hiddenChapters }: CourseExportQuery,
  ): Promise<void> {
    const { isPublic, withheld } = await findPublicity(this.#dependencies.db, course.id, rule);
    if (withheld) throw new AppError('exportBlocked');
    const asDraft = { ...course, state: 'draft' as const };
    if (hiddenChapters) assertMayEdit(principal, asDraft);
    if (!isPublic && !mayEdit(principal, asDraft)) throw new AppError('courseNotPublic');
  }

  /** Adds the file and subtitles as readers get them. Returns true if the redacted file doesn't exist yet. */
  async #take(packed: Packed, item: ItemRow, rule: PublicRule, withFile: boolean): Promise<boolean> {
    const { db, published } = this.#dependencies;
    const known = packed.media.get(item.id);
    if (known && (known.path || !withFile || !packed.withFiles)) return false;
    const isPublic = isPublicResource(rule);
    const file = await published.file({ resourceId: item.id, versionId: item.version_id }, isPublic);
    const subtitles: FileSubtitle[] = [];
    const path = file && withFile && packed.withFiles ? packed.add(file) : undefined;
    for (const track of path ? await published.tracks(db, item.id, isPublic) : []) {
      const text = await published.subtitle(track.id, item.id);
      if (text === undefined) continue;
      const language = track.language as FileSubtitle['language'];
      const subtitlePath = packed.addText(`subtitles/${packed.files.length}-${language}.vtt`, text);
      subtitles.push({ language, label: track.label, isDefault: track.is_default, path: subtitlePath });
    }
    const redacted = item.masked && file !== undefined && !file.sha256.equals(item.sha256);
    packed.media.set(item.id, { ...(path && { path }), sha256: file?.sha256 ?? item.sha256, redacted, subtitles });
    return file === undefined;
  }

  async #cover(packed: Packed, course: LockedCourse, rule: PublicRule, leftOut: LeftOutOfExport[]) {
    if (!course.cover_file_id || !packed.withFiles) return undefined;
    const file = await this.#dependencies.published.cover(this.#dependencies.db, course.id, isPublicResource(rule));
    if (file) return { path: packed.add(file, 'cover') };
    leftOut.push({ kind: 'cover', id: course.id, title: null, chapter: null, reason: 'notPublished' });
    return undefined;
  }
}

/** The files to pack; each resource once, however often the course uses it. */
class Packed {
  readonly withFiles: boolean;
  readonly files: PackedFile[] = [];
  readonly texts: PackedText[] = [];
  readonly media = new Map<string, Media>();

  constructor(withFiles: boolean) {
    this.withFiles = withFiles;
  }

  add({ name, storeKey, sizeBytes }: DeliveredFile, folder = 'files'): string {
    const path = `${folder}/${this.files.length + 1}-${name.replace(/[\p{Cc}/\\:*?"<>|]/gu, '_').slice(-120)}`;
    this.files.push({ path, storeKey, sizeBytes: Number(sizeBytes) });
    return path;
  }

  addText(path: string, text: string): string {
    this.texts.push({ path, text });
    return path;
  }
}

function fileItem(item: ItemRow, media: Media | undefined): FileItem {
  return {
    title: item.title,
    kind: item.kind,
    id: item.id,
    sha256: (media?.sha256 ?? item.sha256).toString('hex'),
    ...(media?.path && { path: media.path }),
    ...(media?.redacted && { redacted: true }),
    ...(media && media.subtitles.length > 0 && { subtitles: media.subtitles }),
    required: item.required,
    startMs: item.start_ms,
    endMs: item.end_ms,
    note: item.note,
  };
}

type PackedFile = { path: string; storeKey: string; sizeBytes: number };

/** Streams the zip while it is created. Media is stored uncompressed because it is already compressed. */
function packCourse(
  fileStore: Pick<FileStore, 'open'>,
  files: readonly PackedFile[],
  texts: readonly { path: string; text: string }[],
): Readable {
  const zip = new ZipFile();
  const output = new PassThrough();
  let current: Readable | undefined;
  const fail = (error: unknown) => output.destroy(error instanceof Error ? error : new Error(String(error)));
  zip.on('error', fail);
  // If the browser disconnects, the open file must be closed.
  output.on('close', () => current?.destroy());
  // The table of contents comes first.
  for (const { path, text } of texts) zip.addBuffer(Buffer.from(text), path);
  for (const { path, storeKey, sizeBytes } of files) {
    zip.addReadStreamLazy(path, { compress: false, size: sizeBytes }, (take) => {
      fileStore.open(storeKey).then(({ stream }) => {
        current = stream;
        stream.on('error', fail);
        if (output.destroyed) stream.destroy();
        else take(null, stream);
      }, fail);
    });
  }
  zip.end();
  (zip.outputStream as Readable).on('error', fail).pipe(output);
  return output;
}
