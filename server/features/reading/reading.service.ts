import { Readable } from 'node:stream';
import type { OutputOf, ParamsOf, QueryOf } from '@lectern/contract/endpoint.ts';
import type {
  exportReading,
  getReading,
  Reading,
  ReadingPart,
  ReadingSource,
} from '@lectern/contract/features/reading.ts';
import { insertActivity } from '../../platform/activity/record-activity.ts';
import { AppError } from '../../platform/app-error.ts';
import type { Db, Executor } from '../../platform/db/database.ts';
import type { Principal } from '../../platform/http/principal.ts';
import type { SignedInContext } from '../../platform/http/request-context.ts';
import { newId } from '../../platform/new-id.ts';
import { deletePassages, deletePassagesBesides } from '../passage/public.ts';
import { type FindHidden, findMaskedText, type HiddenText } from '../review/public.ts';
import { assessReading } from './assess-reading.ts';
import { coverParts } from './cover-parts.ts';
import type { PagePictures } from './page-pictures.ts';
import { presentReading, withoutWords } from './reading.presenter.ts';
import {
  type CurrentReading,
  copyReading,
  findReading,
  findResourceOf,
  insertReading,
  listParts,
  listReadingRecords,
  listReadingsThatCount,
  lockCurrent,
  type ReadingRecord,
  renewPassages,
  replacePassages,
  retireReading,
  retireReadingsBesides,
  updateChecked,
} from './reading.repository.ts';
import { type ReadingFile, readingFileOf } from './reading-file.ts';

type Dependencies = {
  db: Db;
  /** Throws when this person may not read the resource. */
  requireReadable(db: Executor, principal: Principal, resourceId: string): Promise<{ title: string; state: string }>;
  /** The parts of its texts that this person may not read. */
  hidden: FindHidden;
  pictures: Pick<PagePictures, 'get'>;
  noteTexts: NoteTexts;
  /** Called when a text stops or starts being current or withheld; steps that depend on it run again. */
  follow(transaction: Executor, text: Version & { source: ReadingSource }): Promise<void>;
};

/** Updates everything that depends on which texts are current. */
export type NoteTexts = (transaction: Executor, resourceId: string) => Promise<void>;

type Version = { resourceId: string; versionId: string };

const partsAtOnce = 20;
const mostParts = 1_000_000;

/** Texts of resources: stores machine readings, makes them searchable and serves them. */
export class ReadingService {
  readonly #dependencies: Dependencies;

  constructor(dependencies: Dependencies) {
    this.#dependencies = dependencies;
  }

  /**
   * Saves a machine reading in the transaction that ends its step. An edited reading of the same file is never
   * replaced.
   */
  async keep(transaction: Executor, given: MachineReading): Promise<KeptReading & { needsCheck: boolean }> {
    const { resourceId, versionId, source, parts } = given;
    const before = await lockCurrent(transaction, resourceId, source);
    const edited = isEdited(before, versionId);
    const withheld = given.languageDoubt ?? false;
    const judged = assessReading(parts);
    const judgement = { ...judged, needsCheck: judged.needsCheck || withheld };
    // A reading of a version that has since been replaced is kept but does not become current.
    const current = !edited && before.shown_version_id === versionId;
    const kept = { id: newId(), current, withheld, ...judgement };
    await insertReading(transaction, { ...given, ...kept, number: before.next, origin: 'machine' });
    if (kept.current) {
      const of = { resourceId, source, readingId: kept.id, language: given.language, withheld };
      await replacePassages(transaction, of, parts);
      await this.#dependencies.noteTexts(transaction, resourceId);
      if (withheld && before.id !== null)
        await this.#dependencies.follow(transaction, { resourceId, versionId, source });
    }
    return { ...kept, needsCheck: edited || judgement.needsCheck };
  }

  /**
   * Called when a step finds no text where it found some before. The old text stops being current and stays in the
   * history; text edited by people stays current.
   */
  async retract(transaction: Executor, given: Version & { source: ReadingSource }): Promise<void> {
    const { resourceId, versionId, source } = given;
    const before = await lockCurrent(transaction, resourceId, source);
    if (before.id === null || before.shown_version_id !== versionId || isEdited(before, versionId)) return;
    await retireReading(transaction, before.id);
    await deletePassages(transaction, { resourceId, source });
    await this.#dependencies.noteTexts(transaction, resourceId);
    await insertActivity(transaction, {
      ...{ action: 'reading.retracted', objectType: 'resource', objectId: resourceId },
      ...{ before: { version: before.number }, after: { source }, actorId: null, ip: null, requestId: null },
    });
    await this.#dependencies.follow(transaction, given);
  }

  /** The current parts of a version; empty when it has not been read. */
  async partsOf(db: Executor, { resourceId, versionId, source }: Version & { source: ReadingSource }) {
    const record = await findReading(db, { resourceId, source });
    return record?.version_id === versionId ? listParts(db, record.id, 0, mostParts) : [];
  }

  /** Called after a new file: search drops the old texts, which are shown as out of date until new ones exist. */
  async supersede(transaction: Executor, version: Version): Promise<void> {
    await deletePassagesBesides(transaction, version);
    await this.#dependencies.noteTexts(transaction, version.resourceId);
  }

  /** Called when a step has ended for this version: texts of older versions from these sources stop being current. */
  async settle(transaction: Executor, version: Version, sources: readonly ReadingSource[]): Promise<void> {
    await retireReadingsBesides(transaction, version, sources);
    await this.#dependencies.noteTexts(transaction, version.resourceId);
  }

  /** Copies readings when a file is reused for another version or resource. */
  async copy(transaction: Executor, { from, to }: { from: string; to: string }): Promise<void> {
    const resourceId = await findResourceOf(transaction, to);
    const readings = await listReadingsThatCount(transaction, from);
    if (!resourceId || readings.length === 0) return;
    for (const { id: original, source, language, withheld } of readings) {
      const { next } = await lockCurrent(transaction, resourceId, source);
      const id = newId();
      await copyReading(transaction, { from: original, id, resourceId, versionId: to, source, number: next });
      const parts = await listParts(transaction, id, 0, mostParts);
      await replacePassages(transaction, { resourceId, source, readingId: id, language, withheld }, parts);
    }
    await this.#dependencies.noteTexts(transaction, resourceId);
  }

  /** Marks the reading of a version as checked or unchecked. */
  async noteCheck(
    transaction: Executor,
    { versionId, source, checkedBy }: { versionId: string; source: ReadingSource; checkedBy: string | null },
  ): Promise<void> {
    const checked = await updateChecked(transaction, { versionId, source, checkedBy });
    if (!checked) return;
    const { id, resource_id: resourceId } = checked;
    const isRenewed = await renewPassages(transaction, id);
    await this.#dependencies.noteTexts(transaction, resourceId);
    if (isRenewed) await this.#dependencies.follow(transaction, { resourceId, versionId, source });
  }

  async list({ principal }: SignedInContext, resourceId: string): Promise<Reading[]> {
    await this.#dependencies.requireReadable(this.#dependencies.db, principal, resourceId);
    const records = await listReadingRecords(this.#dependencies.db, resourceId);
    return records.map(presentReading);
  }

  async get(
    { principal }: SignedInContext,
    { id, source }: ParamsOf<typeof getReading>,
    { readingId, from, size, words }: QueryOf<typeof getReading>,
  ): Promise<OutputOf<typeof getReading>> {
    const record = await this.#find(principal, { resourceId: id, source, readingId });
    const hidden = await this.#dependencies.hidden(this.#dependencies.db, principal, { resourceId: id, source });
    const parts = coverParts(await listParts(this.#dependencies.db, record.id, from, size), hidden, record.current);
    return { reading: presentReading(record), parts: words ? parts : parts.map(withoutWords) };
  }

  /** The text as a file, redacted for everyone. Nothing is read until the stream is consumed. */
  async open(
    { principal }: SignedInContext,
    { id, source }: ParamsOf<typeof exportReading>,
    { format, readingId }: QueryOf<typeof exportReading>,
  ): Promise<{ title: string; file: ReadingFile; stream(): Readable }> {
    const { title, state } = await this.#dependencies.requireReadable(this.#dependencies.db, principal, id);
    if (state === 'blocked') throw new AppError('exportBlocked');
    const record = await this.#find(principal, { resourceId: id, source, readingId });
    // Not exported, because a file can't carry the warning shown with a withheld text.
    if (record.withheld) throw new AppError('textNotConfirmed');
    const file = readingFileOf(format, source);
    if (!file) throw new AppError('notFound');
    const given = { title, reading: presentReading(record) };
    const hidden = await findMaskedText(this.#dependencies.db, { resourceId: id, source });
    const aborted = new AbortController();
    const picture = (page: number) => this.#dependencies.pictures.get(record.version_id, page, aborted.signal);
    const stream = () => {
      const written = file.write({ ...given, parts: this.#walk(record, hidden), picture });
      return Readable.from(written).once('close', () => aborted.abort());
    };
    return { title, file, stream };
  }

  async *#walk({ id, current }: ReadingRecord, hidden: HiddenText): AsyncGenerator<ReadingPart> {
    for (let from = 1; ; ) {
      const parts = await listParts(this.#dependencies.db, id, from, partsAtOnce);
      yield* coverParts(parts, hidden, current);
      const last = parts.at(-1);
      if (!last || parts.length < partsAtOnce) return;
      from = last.number + 1;
    }
  }

  async #find(principal: Principal, wanted: Parameters<typeof findReading>[1]): Promise<ReadingRecord> {
    await this.#dependencies.requireReadable(this.#dependencies.db, principal, wanted.resourceId);
    const record = await findReading(this.#dependencies.db, wanted);
    if (!record) throw new AppError('notFound');
    return record;
  }
}

/** Whether the current text was made by people from this version's file. */
function isEdited({ id, origin, version_id }: CurrentReading, versionId: string): boolean {
  return id !== null && origin !== 'machine' && version_id === versionId;
}

type MachineReading = {
  resourceId: string;
  versionId: string;
  source: ReadingSource;
  /** Hash of the file that was read. */
  sha256: Buffer;
  /** Name and version. */
  engine: string;
  options: Record<string, unknown>;
  /** Detected from the text or declared by people. */
  language: string | null;
  /** The recording may be in another language, so the text is withheld until someone has checked it. */
  languageDoubt?: boolean;
  parts: readonly ReadingPart[];
};

type KeptReading = {
  id: string;
  /** False when text edited by people stays current, or when the version has been replaced. */
  current: boolean;
  withheld: boolean;
  confidence: number | null;
  doubtful: number;
  characters: number;
};
