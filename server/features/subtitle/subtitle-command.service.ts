import { setImmediate as breathe } from 'node:timers/promises';
import type { BodyOf, OutputOf } from '@lectern/contract/endpoint.ts';
import { resourceLanguages } from '@lectern/contract/features/resource.ts';
import type { SubtitleTrack } from '@lectern/contract/features/subtitle.ts';
import type {
  createSubtitle,
  moveSubtitle,
  saveSubtitle,
  updateSubtitle,
} from '@lectern/contract/features/subtitle-change.ts';
import type { Cue, TimedWord } from '@lectern/contract/subtitle/cue.ts';
import { cuttingCues } from '@lectern/contract/subtitle/cut-cues.ts';
import { AppError, invalidField } from '../../platform/app-error.ts';
import type { Db, Executor } from '../../platform/db/database.ts';
import type { SignedInContext } from '../../platform/http/request-context.ts';
import { productVersion } from '../../platform/product-version.ts';
import type { AppliedTerm, GlossaryService } from '../glossary/public.ts';
import type { TextDraftService } from '../text-draft/public.ts';
import { isUntouched, needsConsent } from './subtitle.policy.ts';
import type { TrackRecord } from './subtitle.presenter.ts';
import { presentText, presentTrack } from './subtitle.presenter.ts';
import {
  findRemovedTrack,
  findText,
  findTrack,
  findTranscript,
  type Transcript,
  wordsOf,
} from './subtitle.repository.ts';
import type { Owned } from './subtitle-announcer.ts';
import type { GivenText, SubtitleChangeService } from './subtitle-change.service.ts';

export type EditedResource = Owned & { version_id: string; kind: string };
export type CommandDependencies = {
  db: Db;
  changes: SubtitleChangeService;
  drafts: Pick<TextDraftService, 'takeToSave'>;
  glossary: Pick<GlossaryService, 'correct'>;
  /** Call it after a text change: marks tracks that still match the transcript as up to date. */
  settle(transaction: Executor, resourceId: string): Promise<void>;
  /** Locks the resource; throws if this person may not change it. */
  requireEditable(transaction: Executor, context: SignedInContext, id: string): Promise<EditedResource>;
  /** Throws if parts are redacted for this person, because saving would overwrite the original words. */
  requireUncovered(transaction: Executor, context: SignedInContext, resourceId: string): Promise<void>;
};
export type Taken = { track: TrackRecord; resource: EditedResource };
type Saved = OutputOf<typeof saveSubtitle>;

/** Single-track actions of people. */
export class SubtitleCommandService {
  readonly #dependencies: CommandDependencies;

  constructor(dependencies: CommandDependencies) {
    this.#dependencies = dependencies;
  }

  create(context: SignedInContext, resourceId: string, body: BodyOf<typeof createSubtitle>): Promise<Saved> {
    const { db, changes, requireEditable } = this.#dependencies;
    return db.transaction().execute(async (transaction) => {
      const resource = await requireEditable(transaction, context, resourceId);
      if (resource.kind !== 'video') throw new AppError('otherKind');
      const { language, label } = body;
      const text = await this.#given(transaction, context, resourceId, body.from);
      const place = { resourceId, versionId: resource.version_id, language, label };
      return this.#saved(transaction, await changes.create(transaction, context, place, text));
    });
  }

  save(context: SignedInContext, id: string, body: BodyOf<typeof saveSubtitle>): Promise<Saved> {
    return this.#on(context, id, async (transaction, { track, resource }) => {
      const { baseId, cues, origin, note, draftVersion } = body;
      if (track.text_id !== baseId) throw new AppError('changedMeanwhile');
      await this.#dependencies.requireUncovered(transaction, context, resource.id);
      const draft = { type: 'subtitle', id, resourceId: resource.id } as const;
      await this.#dependencies.drafts.takeToSave(transaction, context, draft, { baseId, version: draftVersion });
      // Keeps the link to the old transcript: editing doesn't bring a track up to date with later corrections.
      const readingId = origin === 'imported' ? null : track.reading_id;
      const text = { cues, origin, note, readingId, versionId: resource.version_id };
      const after = await this.#dependencies.changes.write(transaction, context, track, text);
      await this.#dependencies.settle(transaction, resource.id);
      return this.#saved(transaction, (await findTrack(transaction, id)) ?? after);
    });
  }

  restoreVersion(context: SignedInContext, id: string, wanted: { versionId: string; baseId: string }): Promise<Saved> {
    return this.#on(context, id, async (transaction, { track, resource }) => {
      if (track.text_id !== wanted.baseId) throw new AppError('changedMeanwhile');
      await this.#dependencies.requireUncovered(transaction, context, resource.id);
      const text = await findText(transaction, id, wanted.versionId);
      if (!text) throw new AppError('notFound');
      const { content: cues, origin, engine, reading_id: readingId } = text;
      const versionId = origin === 'machine' ? resource.version_id : track.version_id;
      const given = { cues, origin, engine, readingId, versionId, note: String(text.number) };
      const action = 'subtitle.versionRestored';
      return this.#saved(
        transaction,
        await this.#dependencies.changes.write(transaction, context, track, { ...given, action }),
      );
    });
  }

  /** Offered as a version if a person has edited the track. */
  recut(context: SignedInContext, id: string): Promise<Saved> {
    return this.#on(context, id, async (transaction, { track, resource }) => {
      const { changes } = this.#dependencies;
      const text = await this.#given(transaction, context, resource.id, { kind: 'speech' });
      if (!isUntouched(track)) return this.#saved(transaction, await changes.offer(transaction, context, track, text));
      const given = { ...text, versionId: resource.version_id, action: 'subtitle.cut' };
      return this.#saved(transaction, await changes.write(transaction, context, track, given));
    });
  }

  move(context: SignedInContext, id: string, body: BodyOf<typeof moveSubtitle>): Promise<SubtitleTrack> {
    const { move, version, acceptOutOfDate } = body;
    return this.#on(context, id, async (transaction, { track, resource }) => {
      if (track.version !== version) throw new AppError('changedMeanwhile');
      if (needsConsent(track, move) && !acceptOutOfDate) throw new AppError('subtitlesOutOfDate');
      return presentTrack(await this.#dependencies.changes.move(transaction, context, resource, track, move));
    });
  }

  update(context: SignedInContext, id: string, body: BodyOf<typeof updateSubtitle>): Promise<SubtitleTrack> {
    const { version, label, language, isDefault } = body;
    return this.#on(context, id, async (transaction, { track }) => {
      if (track.version !== version) throw new AppError('changedMeanwhile');
      const values = {
        ...(label !== undefined && { label }),
        ...(language !== undefined && { language }),
        ...(isDefault !== undefined && { isDefault }),
      };
      return presentTrack(await this.#dependencies.changes.update(transaction, context, track, values));
    });
  }

  remove(context: SignedInContext, id: string, version: number): Promise<null> {
    return this.#on(context, id, async (transaction, { track, resource }) => {
      if (track.version !== version) throw new AppError('changedMeanwhile');
      await this.#dependencies.changes.remove(transaction, context, resource, track);
      return null;
    });
  }

  bringBack(context: SignedInContext, id: string): Promise<SubtitleTrack> {
    return this.#on(
      context,
      id,
      async (transaction, { track }) =>
        presentTrack(await this.#dependencies.changes.bringBack(transaction, context, track)),
      findRemovedTrack,
    );
  }

  /** Locks the track's video, then reads the track again under that lock. */
  async take(
    transaction: Executor,
    context: SignedInContext,
    id: string,
    find: typeof findTrack = findTrack,
  ): Promise<Taken> {
    const known = await find(transaction, id);
    if (!known) throw new AppError('notFound');
    const resource = await this.#dependencies.requireEditable(transaction, context, known.resource_id);
    const track = await find(transaction, id);
    if (!track) throw new AppError('notFound');
    return { track, resource };
  }

  #on<T>(
    context: SignedInContext,
    id: string,
    act: (transaction: Executor, taken: Taken) => Promise<T>,
    find: typeof findTrack = findTrack,
  ): Promise<T> {
    return this.#dependencies.db
      .transaction()
      .execute(async (transaction) => act(transaction, await this.take(transaction, context, id, find)));
  }

  async #given(
    transaction: Executor,
    context: SignedInContext,
    resourceId: string,
    from: BodyOf<typeof createSubtitle>['from'],
  ): Promise<GivenText> {
    if (from.kind === 'speech') {
      const transcript = await findTranscript(transaction, resourceId);
      if (!transcript) throw new AppError('noTranscript');
      const { words, applied } = await heardWords(
        transaction,
        this.#dependencies.glossary,
        transcript,
        transcript.language,
      );
      return {
        cues: await cutInTurns(words),
        origin: 'machine',
        engine: cutEngine,
        options: applied.length > 0 ? { glossary: applied } : {},
        readingId: transcript.id,
      };
    }
    if (from.kind === 'empty') return { cues: [], origin: 'edited', readingId: null };
    if (from.kind === 'file') return { cues: from.cues, origin: 'imported', readingId: null };
    await this.#dependencies.requireUncovered(transaction, context, resourceId);
    const track = await findTrack(transaction, from.subtitleId);
    const text = track && (await findText(transaction, track.id, track.text_id));
    if (track?.resource_id !== resourceId || !text) throw invalidField('from.subtitleId', 'notTrackOfVideo');
    return { cues: text.content, origin: 'edited', readingId: track.reading_id };
  }

  async #saved(transaction: Executor, track: TrackRecord): Promise<Saved> {
    const text = await findText(transaction, track.id, track.text_id);
    if (!text) throw new AppError('notFound');
    return { track: presentTrack(track), text: presentText(text, track.text_id) };
  }
}

/** The subtitle language for a language tag; undefined when it isn't supported. */
export function trackLanguage(language: string | null): SubtitleTrack['language'] | undefined {
  const base = (language ?? 'en').toLowerCase().split('-')[0];
  return resourceLanguages.find((known) => known === base);
}

/** The engine named for texts cut by Lectern's own rules. */
export const cutEngine = `Lectern ${productVersion}`;

/** Yields between portions, so cutting hours of speech doesn't block the event loop. */
async function cutInTurns(words: readonly TimedWord[]): Promise<Cue[]> {
  const turns = cuttingCues(words);
  for (;;) {
    const { done, value } = turns.next();
    if (done) return value;
    await breathe();
  }
}

type HeardWords = { words: TimedWord[]; applied: AppliedTerm[]; notes: string[] };

/**
 * The words to cut subtitles from. Newer glossary terms are applied to machine transcripts, never to a person's
 * wording.
 */
export async function heardWords(
  db: Executor,
  glossary: Pick<GlossaryService, 'correct'>,
  { origin, parts }: Transcript,
  language: string | null,
): Promise<HeardWords> {
  if (origin !== 'machine') return { words: parts.flatMap(wordsOf), applied: [], notes: [] };
  const { parts: corrected, applied, notes } = await glossary.correct(db, language, parts);
  return { words: corrected.flatMap(wordsOf), applied, notes };
}
