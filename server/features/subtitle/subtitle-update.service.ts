import type { OutputOf } from '@lectern/contract/endpoint.ts';
import { type previewSubtitleUpdate, updateLimits } from '@lectern/contract/features/subtitle-update.ts';
import { unwrapped } from '@lectern/contract/subtitle/cue-measure.ts';
import { type FollowedCues, followTranscript } from '@lectern/contract/subtitle/follow-transcript.ts';
import { AppError } from '../../platform/app-error.ts';
import type { Db, Executor } from '../../platform/db/database.ts';
import type { SignedInContext } from '../../platform/http/request-context.ts';
import type { GlossaryService } from '../glossary/public.ts';
import { isMade } from './subtitle.policy.ts';
import type { TrackRecord } from './subtitle.presenter.ts';
import { presentTrack } from './subtitle.presenter.ts';
import {
  findText,
  findTranscript,
  findTranscriptVersion,
  listTracks,
  type Transcript,
  updateTranscriptOf,
  wordsOf,
} from './subtitle.repository.ts';
import type { SubtitleChangeService } from './subtitle-change.service.ts';
import {
  type CommandDependencies,
  cutEngine,
  heardWords,
  type SubtitleCommandService,
  type Taken,
} from './subtitle-command.service.ts';
import type { RequireFreeTrack } from './subtitle-replace.service.ts';

type Dependencies = Pick<CommandDependencies, 'requireUncovered'> & {
  db: Db;
  changes: Pick<SubtitleChangeService, 'write' | 'follow'>;
  commands: Pick<SubtitleCommandService, 'take'>;
  glossary: Pick<GlossaryService, 'correct'>;
  requireFree: RequireFreeTrack;
  /** Throws if parts of the transcript are redacted for this person. */
  requireUncoveredSpeech(db: Executor, context: SignedInContext, resourceId: string): Promise<void>;
};
type Preview = OutputOf<typeof previewSubtitleUpdate>;
type Update = { followed: FollowedCues; transcript: Transcript };
type Known = { baseId: string; readingId: string };

/** Updates tracks to a transcript that was corrected after they were made. */
export class SubtitleUpdateService {
  readonly #dependencies: Dependencies;

  constructor(dependencies: Dependencies) {
    this.#dependencies = dependencies;
  }

  preview(context: SignedInContext, id: string): Promise<Preview> {
    return this.#dependencies.db.transaction().execute(async (transaction) => {
      const { track } = await this.#take(transaction, context, id);
      const { followed, transcript } = await this.#updateOf(transaction, track);
      const { changed, toCheck } = followed;
      return {
        track: presentTrack(track),
        baseId: track.text_id,
        readingId: transcript.id,
        counts: { changed: changed.length, toCheck: toCheck.length },
        changed: changed.slice(0, updateLimits.shown),
        toCheck: toCheck.slice(0, updateLimits.shown),
      };
    });
  }

  /** Keeps cues that a person reworded. */
  update(context: SignedInContext, id: string, known: Known) {
    return this.#dependencies.db.transaction().execute(async (transaction) => {
      const { changes, requireFree } = this.#dependencies;
      const { track } = await this.#take(transaction, context, id);
      await requireFree(transaction, context, track);
      const { followed, transcript } = await this.#updateOf(transaction, track);
      if (track.text_id !== known.baseId || transcript.id !== known.readingId) throw new AppError('changedMeanwhile');
      const { cues, changed, toCheck } = followed;
      const counts = { changed: changed.length, toCheck: toCheck.length };
      if (changed.length === 0) {
        return { track: presentTrack(await changes.follow(transaction, context, track, transcript.id)), ...counts };
      }
      const made = isMade(track.origin);
      const after = await changes.write(transaction, context, track, {
        ...{ cues, readingId: transcript.id, versionId: track.version_id, action: 'subtitle.followed' },
        ...(made ? { origin: track.origin, engine: cutEngine } : { origin: 'edited' }),
      });
      return { track: presentTrack(after), ...counts };
    });
  }

  /** Call it after the track or the transcript changed: links tracks that need no change to the current transcript. */
  async settle(transaction: Executor, resourceId: string): Promise<void> {
    for (const track of (await listTracks(transaction, resourceId)).filter(({ behind }) => behind)) {
      const update = await this.#compare(transaction, track);
      if (!update || update.followed.changed.length + update.followed.toCheck.length > 0) continue;
      await updateTranscriptOf(transaction, track, update.transcript.id);
    }
  }

  async #take(transaction: Executor, context: SignedInContext, id: string): Promise<Taken> {
    const taken = await this.#dependencies.commands.take(transaction, context, id);
    await this.#dependencies.requireUncovered(transaction, context, taken.resource.id);
    await this.#dependencies.requireUncoveredSpeech(transaction, context, taken.resource.id);
    return taken;
  }

  async #updateOf(transaction: Executor, track: TrackRecord): Promise<Update> {
    const update = track.behind ? await this.#compare(transaction, track) : undefined;
    if (!update) throw new AppError('notBehind');
    return update;
  }

  /** Undefined if the track is a translation or not made from a transcript, or a text is missing. */
  async #compare(transaction: Executor, track: TrackRecord): Promise<Update | undefined> {
    if (track.origin === 'translated' || track.reading_id === null) return undefined;
    const { glossary } = this.#dependencies;
    const transcript = await findTranscript(transaction, track.resource_id);
    const former = await findTranscriptVersion(transaction, track.reading_id);
    const text = await findText(transaction, track.id, track.text_id);
    if (!transcript || !former || !text) return undefined;
    const { words: to } = await heardWords(transaction, glossary, transcript, transcript.language);
    const from = former.parts.flatMap(wordsOf);
    const isMachines = track.origin === 'machine';
    const isEdited = (said: string, heard: string) => !isMachines && said !== heard;
    const followed = followTranscript({
      ...{ cues: text.content, from, to },
      isEdited: (cue, heard) => isEdited(unwrapped(cue.text), heard),
    });
    return { followed, transcript };
  }
}
