import type { Cue } from '@lectern/contract/subtitle/cue.ts';
import { AppError } from '../../platform/app-error.ts';
import type { Executor } from '../../platform/db/database.ts';
import type { SignedInContext } from '../../platform/http/request-context.ts';
import type { TrackRecord } from './subtitle.presenter.ts';
import { findText, findTrack, findTrackIdOfText } from './subtitle.repository.ts';
import type { SubtitleChangeService } from './subtitle-change.service.ts';
import type { CommandDependencies, SubtitleCommandService, Taken } from './subtitle-command.service.ts';

type Dependencies = Pick<CommandDependencies, 'requireUncovered'> & {
  changes: Pick<SubtitleChangeService, 'write' | 'putBack'>;
  commands: Pick<SubtitleCommandService, 'take'>;
  requireFree: RequireFreeTrack;
  /** Call it after a text change. */
  settle(transaction: Executor, resourceId: string): Promise<void>;
};
/** Throws while someone edits the track or an unsaved draft exists. */
export type RequireFreeTrack = (db: Executor, context: SignedInContext, track: TrackRecord) => Promise<void>;
/** What Undo needs: the texts before and after, and the track's former state. */
export type ReplacedCues = {
  trackId: string;
  from: string;
  to: string;
  number: number;
  state: TrackRecord['state'];
  checkedAt: string | null;
};
type Replacement = { textId: string; options: Record<string, unknown>; edit(cues: Cue[]): Cue[] | undefined };

/** Lets other features change a track under the same rules as a manual save. */
export class SubtitleReplaceService {
  readonly #dependencies: Dependencies;

  constructor(dependencies: Dependencies) {
    this.#dependencies = dependencies;
  }

  /** Edits the given text, which must be current; undefined if `edit` changes nothing. */
  async replace(
    transaction: Executor,
    context: SignedInContext,
    { textId, options, edit }: Replacement,
  ): Promise<ReplacedCues | undefined> {
    const { track } = await this.#take(transaction, context, await findTrackIdOfText(transaction, textId));
    if (track.text_id !== textId) throw new AppError('changedMeanwhile');
    const text = await findText(transaction, track.id, textId);
    const cues = text && edit(text.content);
    if (!cues) return undefined;
    // A glossary term only changes the spelling, so the link to the transcript stays.
    const { reading_id: readingId, version_id: versionId } = track;
    const given = { cues, origin: 'edited', options, readingId, versionId } as const;
    const after = await this.#dependencies.changes.write(transaction, context, track, given);
    await this.#dependencies.settle(transaction, track.resource_id);
    const { state, checked_at: at } = track;
    const checkedAt = at === null ? null : new Date(at).toISOString();
    return { trackId: track.id, from: textId, to: after.text_id, number: after.number, state, checkedAt };
  }

  /** Restores the former text as a new version, along with the state. */
  async putBack(transaction: Executor, context: SignedInContext, before: ReplacedCues): Promise<number> {
    const { track } = await this.#take(transaction, context, before.trackId);
    if (track.text_id !== before.to) throw new AppError('changedMeanwhile');
    const text = await findText(transaction, track.id, before.from);
    if (!text) throw new AppError('notFound');
    const { content: cues, origin, engine, reading_id: readingId, number } = text;
    const given = { cues, origin, engine, readingId, versionId: track.version_id, note: String(number) };
    const after = await this.#dependencies.changes.write(transaction, context, track, {
      ...given,
      action: 'subtitle.versionRestored',
    });
    const { state, checkedAt } = before;
    // If someone published or unpublished the track since, that decision stays.
    if (after.state !== state && after.state !== 'published' && state !== 'published') {
      await this.#dependencies.changes.putBack(transaction, context, after, { state, checked_at: checkedAt });
    }
    await this.#dependencies.settle(transaction, track.resource_id);
    return after.number;
  }

  async #take(transaction: Executor, context: SignedInContext, trackId: string | undefined): Promise<Taken> {
    if (!trackId || !(await findTrack(transaction, trackId))) throw new AppError('notFound');
    const taken = await this.#dependencies.commands.take(transaction, context, trackId);
    await this.#dependencies.requireUncovered(transaction, context, taken.resource.id);
    await this.#dependencies.requireFree(transaction, context, taken.track);
    return taken;
  }
}
