import { setImmediate as breathe } from 'node:timers/promises';
import type { ItemType, Severity } from '@lectern/contract/features/scan.ts';
import type { Db, Executor } from '../../platform/db/database.ts';
import type { EventPublisher } from '../../platform/events/event-publisher.ts';
import type { JobQueue } from '../../platform/queue/job-queue.ts';
import { foldText, type PassageVariants, updateVariants } from '../passage/public.ts';
import type { PublishableItem, ReadItem } from '../publication/public.ts';
import { noteStateBefore, sumReview } from '../review/public.ts';
import type { SettingsService } from '../settings/public.ts';
import type { Dictionary } from './dictionary.ts';
import { deleteDirtyMarks, insertDirtyMark, listDirtyMarks } from './dirty-marks.repository.ts';
import { type FoundMatch, matchesOf } from './found-match.ts';
import {
  diffMatches,
  listLiveDecisions,
  listMatchRecords,
  listSeverities,
  type MatchChanges,
  writeMatches,
} from './matches.repository.ts';
import { placeMatches } from './place-matches.ts';
import type { AfterScan, BlockResource, CoverResource, ReleaseFixed, ScanOutcome } from './scan-outcome.ts';
import { blockReason } from './scan-outcome.ts';
import type { ScannedResource, ScannedText } from './scanned-text.ts';
import { termsIn, variantsOf } from './scanned-text.ts';
import {
  deleteItem,
  findDictionaryVersion,
  findLastScan,
  holdSaves,
  type LastScan,
  listOpenBlocks,
  nextScanNumber,
  readCoverTexts,
  saveScan,
  updateItem,
} from './scans.repository.ts';
import { findScanned, hashTexts, insertTerms, listTexts, lockScanned, replaceTexts } from './texts.repository.ts';

type Dependencies = {
  db: Db;
  dictionary: Pick<Dictionary, 'open'>;
  publisher: EventPublisher;
  queue: Pick<JobQueue, 'enqueue'>;
  settings: Pick<SettingsService, 'current'>;
  afterScan: AfterScan;
  block: BlockResource;
  releaseFixed: ReleaseFixed;
  /** Every kind of publishable item besides resources. */
  items: readonly PublishableItem[];
  /** Requests redacted files where they are missing. */
  cover: CoverResource;
};

/** The result of a scan before it is saved. */
type PreparedScan = {
  resourceId: string;
  /** Dirty marks read before the texts; saving the scan deletes them. */
  dirtyMarks: readonly number[];
  /** The item as read; undefined for a resource, or when the item is gone. */
  item: (ReadItem & { unread: readonly string[] }) | undefined;
  /** null when there is nothing to scan or nothing changed since the last scan. */
  found: (LastScan & { matches: FoundMatch[]; read: ReadTexts | null }) | null;
};
/** Text index updates; null when the index is up to date. */
type ReadTexts = { passages: PassageVariants[]; others: ScannedText[] };
/** Whether matches appeared or vanished; `overtaken`: a scan that began later was saved first. */
export type SavedScan = { flagged: boolean; cleared: boolean; overtaken?: boolean };

const textsAtOnce = 200;

/**
 * Scans every text of a resource or other item for sensitive words and keeps the stored matches in step with the
 * texts.
 */
export class ScanService {
  readonly #dependencies: Dependencies;

  constructor(dependencies: Dependencies) {
    this.#dependencies = dependencies;
  }

  /** Prepares and saves; `besides` runs in the same transaction. */
  async scan(
    resourceId: string,
    besides?: (transaction: Executor, saved: SavedScan) => Promise<void>,
    { signal, inRescan = false }: { signal?: AbortSignal; inRescan?: boolean } = {},
  ): Promise<SavedScan> {
    const prepared = await this.prepare(resourceId, signal);
    return this.#dependencies.db.transaction().execute(async (transaction) => {
      const saved = await this.save(transaction, prepared, inRescan);
      await besides?.(transaction, saved);
      return saved;
    });
  }

  /** Reads and matches without changing anything visible. */
  async prepare(resourceId: string, signal?: AbortSignal): Promise<PreparedScan> {
    const { db, dictionary } = this.#dependencies;
    // Read before the texts, so each mark listed here belongs to a change that the texts already contain.
    const dirtyMarks = await listDirtyMarks(db, resourceId);
    const number = await nextScanNumber(db);
    const resource = await findScanned(db, resourceId);
    const item = resource?.type ? await this.#read(resource.type, resourceId) : undefined;
    const nothing = { resourceId, dirtyMarks, item, found: null };
    if (!resource || !isScanned(resource, item)) return nothing;
    const words = await dictionary.open();
    const texts = item ? itemTexts(item) : await listTexts(db, resourceId);
    const textsHash = hashTexts(resource, texts);
    const last = await findLastScan(db, resourceId);
    const isRead = last?.textsHash.equals(textsHash) ?? false;
    if (isRead && last?.dictionaryVersion === words.version) return nothing;
    const found = await words.find(texts.map((text) => ({ text: text.text, context: contextOf(resource, text) })));
    signal?.throwIfAborted();
    const matches = await placeMatches(db, texts, matchesOf(texts, found));
    const read = isRead ? null : await this.#index(texts, signal);
    return {
      resourceId,
      dirtyMarks,
      item,
      found: { number, dictionaryVersion: words.version, textsHash, matches, read },
    };
  }

  async save(
    transaction: Executor,
    { resourceId, dirtyMarks, item, found }: PreparedScan,
    inRescan = false,
  ): Promise<SavedScan> {
    const nothing = { flagged: false, cleared: false };
    const resource = await lockScanned(transaction, resourceId);
    await holdSaves(transaction);
    const last = await findLastScan(transaction, resourceId);
    if (found && resource && last && last.number > found.number) return { ...nothing, overtaken: true };
    await deleteDirtyMarks(transaction, dirtyMarks);
    if (resource?.type) {
      if (!item) await deleteItem(transaction, resourceId);
      else {
        const withheld = await updateItem(transaction, resourceId, item);
        // A deleted and restored item has a new row that does not have the withheld flag yet.
        await this.#itemOf(resource.type)?.withhold?.(transaction, resourceId, withheld);
      }
      for (const fileId of item?.unread ?? []) {
        await this.#dependencies.queue.enqueue(transaction, {
          kind: 'readCover',
          input: { fileId },
          requestedBy: null,
        });
      }
    }
    if (!resource || !isScanned(resource, item)) return nothing;
    if (!found) {
      await this.#cover(transaction, resource);
      return nothing;
    }
    if (found.read) {
      await updateVariants(transaction, found.read.passages);
      await replaceTexts(transaction, resourceId, found.read.others);
    }
    const changes = await this.#writeMatches(transaction, resource, found.matches, inRescan);
    await saveScan(transaction, resourceId, found);
    await this.#cover(transaction, resource);
    // If words changed since, their index lookup ran before this text was indexed, so scan it again.
    if ((await findDictionaryVersion(transaction)) > found.dictionaryVersion) {
      await insertDirtyMark(transaction, resourceId);
    }
    return changes;
  }

  async #writeMatches(
    transaction: Executor,
    resource: ScannedResource,
    matches: readonly FoundMatch[],
    inRescan: boolean,
  ): Promise<SavedScan> {
    const { id, versionId } = resource;
    const severities = await listSeverities(transaction, [...new Set(matches.map((match) => match.wordId))]);
    const wanted = matches.flatMap((match) => {
      const severity = severities.get(match.wordId);
      return severity ? [{ ...match, severity: severityOf(match, severity), versionId }] : [];
    });
    const [stored, decisions] = [await listMatchRecords(transaction, id), await listLiveDecisions(transaction, id)];
    const changes = diffMatches(stored, wanted, decisions);
    await writeMatches(transaction, id, changes);
    if (isChange(changes)) await sumReview(transaction, id);
    const blocks = await listOpenBlocks(transaction, id);
    const outcome = { ...outcomeOf(changes, blocks.length), inRescan };
    if (blocks.length > 0) {
      const { defaultLanguage } = await this.#dependencies.settings.current();
      const move = await this.#dependencies.block(transaction, id, blockReason(blocks, defaultLanguage));
      if (move) await noteStateBefore(transaction, id, resource.state);
    }
    if (resource.type) await this.#dependencies.releaseFixed(transaction, id);
    if (isChange(changes)) {
      await this.#dependencies.afterScan(transaction, id, outcome);
      await this.#dependencies.publisher.publish(transaction, null, { topic: 'review', resourceId: id });
    }
    return { flagged: outcome.opened + outcome.reopened > 0, cleared: outcome.vanished > 0 };
  }

  #itemOf(type: ItemType): PublishableItem | undefined {
    return this.#dependencies.items.find((item) => item.type === type);
  }

  /** Includes the text read from its covers. */
  async #read(type: ItemType, id: string): Promise<PreparedScan['item']> {
    const { db } = this.#dependencies;
    const item = await this.#itemOf(type)?.read(db, id);
    if (!item) return undefined;
    const { texts, unread } = await readCoverTexts(db, item.covers);
    return { ...item, texts: [...item.texts, ...texts.map((text) => ({ source: 'cover' as const, text }))], unread };
  }

  /** Only resources have files that need redacting. */
  async #cover(transaction: Executor, { id, type }: ScannedResource): Promise<void> {
    if (!type) await this.#dependencies.cover(transaction, id);
  }

  /** Computes the variants to index; new terms are inserted at once, outside the saving transaction. */
  async #index(texts: readonly ScannedText[], signal?: AbortSignal): Promise<ReadTexts> {
    const read: ReadTexts = { passages: [], others: [] };
    for (let at = 0; at < texts.length; at += textsAtOnce) {
      if (at > 0) await breathe();
      signal?.throwIfAborted();
      for (const text of texts.slice(at, at + textsAtOnce)) {
        const variants = variantsOf(text.text, text.folded);
        const { passageId } = text;
        if (passageId === null) read.others.push({ ...text, variants });
        else if (variants !== text.variants) read.passages.push({ passageId, variants });
      }
    }
    const known = texts.map((text) => text.folded);
    await insertTerms(
      this.#dependencies.db,
      termsIn([...known, ...[...read.passages, ...read.others].map(variantsIn)]),
    );
    return read;
  }
}

/** Skips items in the trash and resources without a file. */
function isScanned({ type, versionId, state }: ScannedResource, item: ReadItem | undefined): boolean {
  return type ? item?.live === true : versionId !== null && state !== 'trashed';
}

function variantsIn({ variants }: { variants: string }): string {
  return variants;
}

function contextOf({ kind }: ScannedResource, { source, language }: ScannedText) {
  return { source, kind, language };
}

/** A likely false match needs a decision but does not unpublish anything. */
function severityOf({ likelyFalse }: FoundMatch, ofWord: Severity): Severity {
  return likelyFalse && ofWord === 'block' ? 'review' : ofWord;
}

function outcomeOf(
  { inserted, revived, updated, gone, deleted }: MatchChanges,
  blockMatches: number,
): Omit<ScanOutcome, 'inRescan'> {
  const isOpen = ({ state }: { state: string }) => state === 'open';
  const [opened, reopened] = [inserted.filter(isOpen).length, revived.filter(isOpen).length];
  const judged = inserted.length + revived.length - opened - reopened;
  const [vanished, moved] = [gone.length + deleted.length, updated.length + judged];
  return {
    opened,
    reopened,
    blockMatches,
    vanished,
    moved,
    regraded: updated.filter((match) => match.regraded).length,
  };
}

function isChange(changes: MatchChanges): boolean {
  return Object.values(changes).some((list) => list.length > 0);
}

/** The texts of an item without files or passages; positions count within each source. */
function itemTexts({ texts, language }: Pick<ReadItem, 'texts' | 'language'>): ScannedText[] {
  const positions = new Map<string, number>();
  return texts.map(({ source, text }) => {
    const position = (positions.get(source) ?? 0) + 1;
    positions.set(source, position);
    return {
      source,
      position,
      text,
      language,
      page: null,
      box: null,
      startMs: null,
      endMs: null,
      passageId: null,
      readingId: null,
      folded: foldText(text).folded,
      variants: '',
      noteId: null,
    };
  });
}
