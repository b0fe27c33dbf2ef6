import type { SubtitleMove, SubtitleOrigin } from '@lectern/contract/features/subtitle.ts';
import { checkCues } from '@lectern/contract/subtitle/check-cues.ts';
import { cleanCueText } from '@lectern/contract/subtitle/clean-cue-text.ts';
import type { Cue } from '@lectern/contract/subtitle/cue.ts';
import { AppError } from '../../platform/app-error.ts';
import type { Executor } from '../../platform/db/database.ts';
import type { SignedInContext } from '../../platform/http/request-context.ts';
import { newId } from '../../platform/new-id.ts';
import { isMade, isUntouched, resolveMove, stateAfterEdit } from './subtitle.policy.ts';
import type { TrackRecord } from './subtitle.presenter.ts';
import {
  clearDefault,
  findTrack,
  findTrackOf,
  insertText,
  insertTrack,
  listTracks,
  nextNumber,
  replaceChunks,
  type TrackColumns,
  updateTrack,
} from './subtitle.repository.ts';
import type { Owned, SubtitleAnnouncer } from './subtitle-announcer.ts';

/** A new text from the machine, a person or a file. */
export type GivenText = {
  cues: readonly Cue[];
  origin: SubtitleOrigin;
  engine?: string | null;
  options?: Record<string, unknown>;
  /** The transcript it was made from; null when there is none. */
  readingId: string | null;
  note?: string;
};
type Place = { resourceId: string; versionId: string; language: string };
/** null for the machine. */
type Doer = SignedInContext | null;

/** Changes single tracks. The caller has locked the resource and checked permissions. */
export class SubtitleChangeService {
  readonly #announcer: SubtitleAnnouncer;

  constructor(announcer: SubtitleAnnouncer) {
    this.#announcer = announcer;
  }

  async create(
    transaction: Executor,
    doer: Doer,
    { resourceId, versionId, language, label = '' }: Place & { label?: string },
    text: GivenText,
  ): Promise<TrackRecord> {
    const tracks = await listTracks(transaction, resourceId);
    if (tracks.some((track) => track.language === language)) throw new AppError('nameTaken');
    const cues = cleaned(text.cues);
    const problems = checkCues(cues).length;
    const [id, textId] = [newId(), newId()];
    const by = doer?.principal.userId ?? null;
    await insertTrack(transaction, {
      ...{ id, resourceId, versionId, language, label, textId, problems },
      state: isMade(text.origin) ? 'auto' : 'edited',
      isDefault: !tracks.some((track) => track.is_default),
      origin: text.origin,
      cues: cues.length,
      readingId: text.readingId,
      changedBy: by,
    });
    await insertText(transaction, { ...textOf(text, by), id: textId, subtitleId: id, number: 1, cues, problems });
    await replaceChunks(transaction, id);
    const after = { number: 1, origin: text.origin, cues: cues.length };
    await this.#announcer.changed(
      transaction,
      doer,
      { id, resourceId, language },
      { action: 'subtitle.created', after },
    );
    return required(await findTrack(transaction, id));
  }

  /** Replaces the current text; `versionId`: the file version it belongs to. */
  async write(
    transaction: Executor,
    doer: Doer,
    track: TrackRecord,
    text: GivenText & { versionId: string; action?: string },
  ): Promise<TrackRecord> {
    const { textId, number, cues, problems } = await this.#insert(transaction, doer, track, text);
    const byMachine = isMade(text.origin) && isUntouched(track);
    await updateTrack(
      transaction,
      track.id,
      {
        ...{ text_id: textId, number, problems, origin: text.origin, cues: cues.length, reading_id: text.readingId },
        version_id: text.versionId,
        state: byMachine ? 'auto' : stateAfterEdit(track.state),
        offered: null,
        checked_by: null,
        checked_at: null,
      },
      doer?.principal.userId ?? null,
    );
    await this.#tell(transaction, doer, track, {
      action: text.action ?? 'subtitle.saved',
      before: { number: track.number, cues: track.cues },
      after: { number, cues: cues.length, origin: text.origin },
    });
    return required(await findTrack(transaction, track.id));
  }

  /** Adds the text as a version that waits until someone adopts it, because a person edited the track. */
  async offer(transaction: Executor, doer: Doer, track: TrackRecord, text: GivenText): Promise<TrackRecord> {
    const { number, cues } = await this.#insert(transaction, doer, track, text);
    await updateTrack(transaction, track.id, { offered: number }, doer?.principal.userId ?? null);
    const after = { number, cues: cues.length, origin: text.origin };
    await this.#tell(transaction, doer, track, { action: 'subtitle.offered', after });
    return required(await findTrack(transaction, track.id));
  }

  /** Keeps the text and links it to the current transcript, because someone checked that it still fits. */
  async follow(
    transaction: Executor,
    context: SignedInContext,
    track: TrackRecord,
    readingId: string,
  ): Promise<TrackRecord> {
    await updateTrack(transaction, track.id, { reading_id: readingId }, context.principal.userId);
    await this.#tell(transaction, context, track, { action: 'subtitle.followed' });
    return required(await findTrack(transaction, track.id));
  }

  /** Saves a machine result: as a new track, as the next text of an untouched track, or as an offer. */
  async keep(transaction: Executor, doer: Doer, place: Place, text: GivenText): Promise<'current' | 'offered'> {
    const track = await findTrackOf(transaction, place.resourceId, place.language);
    if (!track) await this.create(transaction, doer, place, text);
    else if (isUntouched(track) && text.origin === track.origin) {
      await this.write(transaction, doer, track, { ...text, versionId: place.versionId, action: 'subtitle.cut' });
    } else {
      await this.offer(transaction, doer, track, text);
      return 'offered';
    }
    return 'current';
  }

  async move(
    transaction: Executor,
    context: SignedInContext,
    resource: Owned,
    track: TrackRecord,
    move: SubtitleMove,
  ): Promise<TrackRecord> {
    const state = resolveMove(track, move);
    const by = context.principal.userId;
    const marks: TrackColumns = {
      ...(move === 'check' && { checked_by: by, checked_at: new Date() }),
      ...(move === 'uncheck' && { checked_by: null, checked_at: null }),
      ...(move === 'publish' && { published_by: by, published_at: new Date() }),
      ...(move === 'unpublish' && { published_by: null, published_at: null }),
    };
    await updateTrack(transaction, track.id, { ...marks, state }, by);
    await this.#tell(transaction, context, track, {
      action: moved[move],
      before: { state: track.state },
      after: { state },
    });
    if (move === 'publish' || move === 'unpublish') {
      const kind = move === 'publish' ? 'subtitlePublished' : 'subtitleWithdrawn';
      await this.#announcer.tell(transaction, context, resource, { kind, language: track.language });
    }
    return required(await findTrack(transaction, track.id));
  }

  async update(
    transaction: Executor,
    context: SignedInContext,
    track: TrackRecord,
    { label, language, isDefault }: { label?: string; language?: TrackRecord['language']; isDefault?: boolean },
  ): Promise<TrackRecord> {
    const other = language && (await findTrackOf(transaction, track.resource_id, language));
    if (other && other.id !== track.id) throw new AppError('nameTaken');
    if (isDefault) await clearDefault(transaction, track.resource_id);
    const columns = {
      ...(label !== undefined && { label }),
      ...(language !== undefined && { language }),
      ...(isDefault !== undefined && { is_default: isDefault }),
    };
    await updateTrack(transaction, track.id, columns, context.principal.userId);
    const changed = { ...track, language: language ?? track.language };
    await this.#tell(transaction, context, changed, {
      action: 'subtitle.updated',
      before: { label: track.label, language: track.language, isDefault: track.is_default },
      after: { label, isDefault },
    });
    return required(await findTrack(transaction, track.id));
  }

  /**
   * Removes machine-made tracks that nobody checked, published or not, when the video no longer has speech; they can
   * be restored for a while. Tracks people wrote or checked stay, out of date.
   */
  async retract(transaction: Executor, resourceId: string): Promise<void> {
    for (const track of await listTracks(transaction, resourceId)) {
      if (isMade(track.origin) && track.reading_id !== null && track.checked_at === null) {
        await this.#delete(transaction, null, track);
        await this.#tell(transaction, null, track, { action: 'subtitle.retracted', before: { state: track.state } });
      } else if (track.offered !== null) await updateTrack(transaction, track.id, { offered: null }, null);
    }
  }

  async remove(transaction: Executor, context: SignedInContext, resource: Owned, track: TrackRecord): Promise<void> {
    await this.#delete(transaction, context.principal.userId, track);
    await this.#tell(transaction, context, track, { action: 'subtitle.deleted', before: { state: track.state } });
    await this.#announcer.tell(transaction, context, resource, { kind: 'subtitleRemoved', language: track.language });
  }

  async bringBack(transaction: Executor, context: SignedInContext, track: TrackRecord): Promise<TrackRecord> {
    const others = await listTracks(transaction, track.resource_id);
    if (others.some((other) => other.language === track.language)) throw new AppError('nameTaken');
    const isDefault = track.is_default && !others.some((other) => other.is_default);
    const columns = { deleted_at: null, deleted_by: null, is_default: isDefault };
    await updateTrack(transaction, track.id, columns, context.principal.userId);
    await this.#tell(transaction, context, track, { action: 'subtitle.restored' });
    return required(await findTrack(transaction, track.id));
  }

  /** Restores the state from before, for Undo. */
  async putBack(
    transaction: Executor,
    context: SignedInContext,
    track: TrackRecord,
    columns: Pick<TrackColumns, 'state' | 'checked_at'>,
  ): Promise<void> {
    await updateTrack(transaction, track.id, columns, context.principal.userId);
    await this.#tell(transaction, context, track, {
      action: 'subtitle.changeUndone',
      before: { state: track.state },
      after: { state: columns.state },
    });
  }

  /** If it was the default track, another one becomes the default. */
  async #delete(transaction: Executor, by: string | null, track: TrackRecord): Promise<void> {
    await updateTrack(transaction, track.id, { deleted_at: new Date(), deleted_by: by }, by);
    if (!track.is_default) return;
    const [next] = await listTracks(transaction, track.resource_id);
    if (next) await updateTrack(transaction, next.id, { is_default: true }, by);
  }

  async #insert(transaction: Executor, doer: Doer, track: TrackRecord, text: GivenText) {
    const cues = cleaned(text.cues);
    const problems = checkCues(cues).length;
    const [textId, number] = [newId(), await nextNumber(transaction, track.id)];
    const made = { ...textOf(text, doer?.principal.userId ?? null), id: textId, subtitleId: track.id };
    await insertText(transaction, { ...made, number, cues, problems });
    return { textId, number, cues, problems };
  }

  #tell(
    transaction: Executor,
    doer: Doer,
    { id, resource_id: resourceId, language }: TrackRecord,
    change: Parameters<SubtitleAnnouncer['changed']>[3],
  ): Promise<void> {
    return this.#announcer.changed(transaction, doer, { id, resourceId, language }, change);
  }
}

const moved: Record<SubtitleMove, string> = {
  check: 'subtitle.checked',
  uncheck: 'subtitle.unchecked',
  publish: 'subtitle.published',
  unpublish: 'subtitle.unpublished',
};

/** Removes what browsers and files leave in the text; empty cues are kept and reported as problems. */
function cleaned(cues: readonly Cue[]): Cue[] {
  return cues.map(({ startMs, endMs, text }) => ({ startMs, endMs, text: cleanCueText(text) }));
}

function textOf({ origin, engine = null, options = {}, readingId, note = '' }: GivenText, createdBy: string | null) {
  return { origin, engine, options, readingId, note, createdBy };
}

function required(track: TrackRecord | undefined): TrackRecord {
  if (!track) throw new AppError('notFound');
  return track;
}
