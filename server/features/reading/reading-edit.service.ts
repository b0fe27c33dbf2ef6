import type { BodyOf, OutputOf } from '@lectern/contract/endpoint.ts';
import type { Reading, ReadingPart, ReadingSource } from '@lectern/contract/features/reading.ts';
import type { EditedPart, listReadingVersions, saveReading } from '@lectern/contract/features/reading-edit.ts';
import { recordActivity } from '../../platform/activity/record-activity.ts';
import { AppError } from '../../platform/app-error.ts';
import type { Db, Executor } from '../../platform/db/database.ts';
import type { SignedInContext } from '../../platform/http/request-context.ts';
import { newId } from '../../platform/new-id.ts';
import type { TextDraftService } from '../text-draft/public.ts';
import { assessReading } from './assess-reading.ts';
import { mergeParts } from './edited-parts.ts';
import { presentReading } from './reading.presenter.ts';
import {
  findReading,
  insertReading,
  listAllParts,
  listReadingRecords,
  lockCurrent,
  renewPassages,
  replacePassages,
} from './reading.repository.ts';
import type { NoteTexts } from './reading.service.ts';
import { findReadingBase, type ReadingBase, updateCheckedReading, updateMaker } from './reading-edit.repository.ts';
import { draftedText, named, type Text, type TextAccess } from './text-access.ts';

type WorkNote = {
  versionId: string;
  source: ReadingSource;
  check: 'needs_check' | 'checked' | null;
  confidence: number | null;
};
type Dependencies = {
  db: Db;
  access: TextAccess;
  drafts: Pick<TextDraftService, 'find' | 'takeToSave'>;
  noteTexts: NoteTexts;
  /** Updates whether the step counts as checked. */
  noteWork(transaction: Executor, note: WorkNote): Promise<void>;
  /** Lets things made from the text, such as subtitles, check whether they are out of date. */
  textChanged(transaction: Executor, text: Text): Promise<void>;
  /** Called when the text starts or stops being withheld; steps that depend on it run again. */
  follow(transaction: Executor, text: { resourceId: string; versionId: string; source: ReadingSource }): Promise<void>;
  /** Makes open windows reload. */
  announce(transaction: Executor, resource: { id: string; owner_id: string }, actorId: string): Promise<void>;
};
type Origin = ReadingBase['origin'];
type NewVersion = {
  base: ReadingBase;
  origin: Origin;
  options: Record<string, unknown>;
  language: string | null;
  parts: readonly ReadingPart[];
  /** The parts of the base, compared by identity: a part that is the same object is unchanged. */
  before: readonly ReadingPart[];
  isChecked: boolean;
};
type Saved = { id: string; number: number };

/** Edits to readings. Every save is a new version; nothing is overwritten. */
export class ReadingEditService {
  readonly #dependencies: Dependencies;

  constructor(dependencies: Dependencies) {
    this.#dependencies = dependencies;
  }

  async versions({ principal }: SignedInContext, text: Text): Promise<OutputOf<typeof listReadingVersions>> {
    const { db, access, drafts } = this.#dependencies;
    const mayEdit = await access.mayEdit(db, principal, text);
    const records = await listReadingRecords(db, text.id);
    const own = records.filter(({ source }) => source === text.source).toSorted((a, b) => b.number - a.number);
    const kept = mayEdit ? await drafts.find(db, principal, draftedText(text)) : null;
    return { versions: own.map(presentReading), draft: kept?.draft ?? null, mayEdit };
  }

  async save(context: SignedInContext, text: Text, body: BodyOf<typeof saveReading>): Promise<Reading> {
    return this.#dependencies.db.transaction().execute(async (transaction) => {
      const base = await this.#requireCurrent(transaction, context, text, body.baseId);
      const { baseId, draftVersion: version } = body;
      const drafted = await this.#dependencies.drafts.takeToSave<EditedPart>(transaction, context, draftedText(text), {
        ...{ baseId, version },
      });
      const newest = new Map([...drafted, ...body.parts].map((part) => [part.number, part]));
      const before = await listAllParts(transaction, base.id);
      const { parts, changed } = mergeParts(before, [...newest.values()]);
      const language = body.language ?? base.language;
      if (changed.length === 0 && language === base.language) {
        if (body.checked) await this.#check(transaction, context, text, base, true);
        return this.#present(transaction, text, base.id);
      }
      const isChecked = body.checked;
      const options = { base: base.number };
      const saved = await this.#write(transaction, context, text, {
        ...{ base, origin: 'edited' as const, options, language, parts, before, isChecked },
      });
      await record(transaction, context, text, 'reading.edited', {
        before: { version: base.number },
        after: { version: saved.number, parts: changed, ...(isChecked && { checked: true }) },
      });
      return this.#present(transaction, text, saved.id);
    });
  }

  restore(context: SignedInContext, text: Text & { readingId: string }, baseId: string): Promise<Reading> {
    return this.#dependencies.db.transaction().execute(async (transaction) => {
      const { id } = await this.putBack(transaction, context, text, { baseId, readingId: text.readingId });
      return this.#present(transaction, text, id);
    });
  }

  /** Restores an earlier version of the text of the same file, as a new version. */
  async putBack(
    transaction: Executor,
    context: SignedInContext,
    text: Text,
    { baseId, readingId }: { baseId: string; readingId: string },
  ): Promise<Saved> {
    const base = await this.#requireCurrent(transaction, context, text, baseId);
    const wanted = await findReadingBase(transaction, { ...named(text), readingId });
    if (!wanted) throw new AppError('notFound');
    // The text of another file doesn't apply here, and the current version needs no restoring.
    if (wanted.version_id !== base.version_id || wanted.id === base.id) throw new AppError('illegalMove');
    const parts = await listAllParts(transaction, wanted.id);
    const { origin, language, checked_at } = wanted;
    const options = { ...wanted.options, restored: wanted.number };
    const isChecked = checked_at !== null;
    const saved = await this.#write(transaction, context, text, {
      ...{ base: wanted, origin, options, language, parts, before: parts, isChecked },
    });
    await record(transaction, context, text, 'reading.restored', {
      before: { version: base.number },
      after: { version: saved.number, restored: wanted.number },
    });
    return saved;
  }

  async check(
    context: SignedInContext,
    text: Text,
    { readingId, checked }: { readingId: string; checked: boolean },
  ): Promise<Reading> {
    return this.#dependencies.db.transaction().execute(async (transaction) => {
      const base = await this.#requireCurrent(transaction, context, text, readingId);
      await this.#check(transaction, context, text, base, checked);
      return this.#present(transaction, text, base.id);
    });
  }

  /**
   * Saves a version made by another feature, under the same rules as an edit. Returns undefined when `edit` changes
   * nothing.
   */
  async write(
    transaction: Executor,
    context: SignedInContext,
    text: Text,
    change: { baseId: string; options: Record<string, unknown>; edit(parts: ReadingPart[]): ReadingPart[] | undefined },
  ): Promise<Saved | undefined> {
    const base = await this.#requireCurrent(transaction, context, text, change.baseId);
    const before = await listAllParts(transaction, base.id);
    const parts = change.edit(before);
    if (!parts) return undefined;
    const { language, checked_at } = base;
    const saved = await this.#write(transaction, context, text, {
      ...{ base, origin: 'edited' as const, options: change.options, language, parts, before },
      isChecked: checked_at !== null,
    });
    const [from, to] = [{ version: base.number }, { version: saved.number, ...change.options }];
    await record(transaction, context, text, 'reading.edited', { before: from, after: to });
    return saved;
  }

  /** Locks the current reading, which must be the one this person saw and of the current file. */
  async #requireCurrent(
    transaction: Executor,
    context: SignedInContext,
    text: Text,
    baseId: string,
  ): Promise<ReadingBase> {
    await this.#dependencies.access.requireEditable(transaction, context, text);
    const current = await lockCurrent(transaction, text.id, text.source);
    if (current.id === null) throw new AppError('notFound');
    if (current.id !== baseId) throw new AppError('changedMeanwhile');
    if (current.version_id !== current.shown_version_id) throw new AppError('illegalMove');
    const base = await findReadingBase(transaction, { ...named(text), readingId: baseId });
    if (!base) throw new AppError('notFound');
    return base;
  }

  async #write(
    transaction: Executor,
    { principal }: SignedInContext,
    { id: resourceId, source }: Text,
    { base, origin, options, language, parts, before, isChecked }: NewVersion,
  ): Promise<Saved> {
    const { next, withheld: wasWithheld } = await lockCurrent(transaction, resourceId, source);
    const resource = { id: resourceId, owner_id: base.owner_id };
    const { language_doubt: languageDoubt, version_id: versionId } = base;
    const withheld = languageDoubt && !isChecked;
    const judged = assessReading(parts);
    const judgement = { ...judged, needsCheck: judged.needsCheck || languageDoubt };
    const id = newId();
    await insertReading(transaction, {
      ...{ id, resourceId, versionId, source, number: next, origin, current: true, options, language, languageDoubt },
      ...{ engine: origin === 'machine' ? base.engine : null, sha256: base.source_sha256, parts, ...judgement },
      same: { readingId: base.id, parts: new Set(before) },
    });
    await updateMaker(transaction, id, { by: principal.userId, isChecked });
    await replacePassages(transaction, { resourceId, source, readingId: id, language, withheld }, parts);
    await this.#dependencies.noteTexts(transaction, resourceId);
    await this.#dependencies.noteWork(transaction, {
      ...{ versionId, source, confidence: judgement.confidence },
      check: isChecked ? 'checked' : judgement.needsCheck ? 'needs_check' : null,
    });
    await this.#dependencies.textChanged(transaction, { id: resourceId, source });
    if (withheld !== wasWithheld) await this.#dependencies.follow(transaction, { resourceId, versionId, source });
    await this.#dependencies.announce(transaction, resource, principal.userId);
    return { id, number: next };
  }

  async #check(
    transaction: Executor,
    context: SignedInContext,
    text: Text,
    base: ReadingBase,
    isChecked: boolean,
  ): Promise<void> {
    if ((base.checked_at !== null) === isChecked) return;
    await updateCheckedReading(transaction, base.id, isChecked ? context.principal.userId : null);
    const isRenewed = await renewPassages(transaction, base.id);
    await this.#dependencies.noteTexts(transaction, text.id);
    await this.#dependencies.noteWork(transaction, {
      ...{ versionId: base.version_id, source: text.source, confidence: base.confidence },
      check: isChecked ? 'checked' : 'needs_check',
    });
    if (isRenewed) await this.#dependencies.follow(transaction, { ...named(text), versionId: base.version_id });
    const [before, after] = [{ checked: !isChecked }, { checked: isChecked, version: base.number }];
    await record(transaction, context, text, 'reading.checked', { before, after });
  }

  async #present(transaction: Executor, text: Text, readingId: string): Promise<Reading> {
    const found = await findReading(transaction, { ...named(text), readingId });
    if (!found) throw new AppError('notFound');
    return presentReading(found);
  }
}

async function record(
  transaction: Executor,
  context: SignedInContext,
  { id, source }: Text,
  action: string,
  { before, after }: { before: Record<string, unknown>; after: Record<string, unknown> },
): Promise<void> {
  await recordActivity(transaction, context, {
    ...{ action, objectType: 'resource', objectId: id, before },
    after: { source, ...after },
  });
}
