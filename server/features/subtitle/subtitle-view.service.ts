import type { OutputOf } from '@lectern/contract/endpoint.ts';
import type { getSubtitle, listResourceSubtitles, SubtitleMove } from '@lectern/contract/features/subtitle.ts';
import { subtitleMoves } from '@lectern/contract/features/subtitle.ts';
import { checkCues } from '@lectern/contract/subtitle/check-cues.ts';
import type { Cue } from '@lectern/contract/subtitle/cue.ts';
import type { SubtitleFormat } from '@lectern/contract/subtitle/subtitle-clock.ts';
import { writeSubtitles } from '@lectern/contract/subtitle/write-subtitles.ts';
import { AppError } from '../../platform/app-error.ts';
import type { Db, Executor } from '../../platform/db/database.ts';
import type { Principal } from '../../platform/http/principal.ts';
import type { SignedInContext } from '../../platform/http/request-context.ts';
import { type FindHidden, findMaskedText } from '../review/public.ts';
import { coverCues, stateAfter } from './subtitle.policy.ts';
import type { TrackRecord } from './subtitle.presenter.ts';
import { presentText, presentTrack } from './subtitle.presenter.ts';
import {
  type FullText,
  findText,
  findTrack,
  findTrackOf,
  hasTranscript,
  listTexts,
  listTracks,
} from './subtitle.repository.ts';
import { findBurnedIn, findTranslation } from './subtitle-jobs.repository.ts';

/** The parts of a resource that subtitles need. */
type ReadResource = {
  title: string;
  durationSeconds: number | null;
  isKept: boolean;
  mayEdit: boolean;
  isBlocked: boolean;
};
export type ViewDependencies = {
  db: Db;
  /** Throws if this person may not read it. */
  requireReadable(db: Executor, principal: Principal, resourceId: string): Promise<ReadResource>;
  /** The text hidden from this person by masks. */
  hidden: FindHidden;
};
type Seen = { track: TrackRecord; resource: ReadResource };

/** Subtitles as people see them: everything for those who manage the video, published tracks for others. */
export class SubtitleViewService {
  readonly #dependencies: ViewDependencies;

  constructor(dependencies: ViewDependencies) {
    this.#dependencies = dependencies;
  }

  async get(context: SignedInContext, id: string, versionId?: string): Promise<OutputOf<typeof getSubtitle>> {
    const { db } = this.#dependencies;
    const { track, resource } = await this.#see(context.principal, id);
    const text = await this.#textOf({ track, resource }, versionId);
    const { cues, masked } = await this.#covered(context.principal, track.resource_id, text.content);
    return {
      track: presentTrack(track),
      text: presentText(text, track.text_id),
      cues,
      problems: checkCues(text.content),
      masked,
      mayEdit: resource.mayEdit && !masked,
      moves: resource.mayEdit ? subtitleMoves.filter((move: SubtitleMove) => stateAfter(track, move)) : [],
      burnedIn: resource.isKept ? await findBurnedIn(db, track) : null,
      translation: resource.isKept ? await findTranslation(db, track.id) : null,
      resource: {
        id: track.resource_id,
        title: resource.title,
        durationMs: resource.durationSeconds === null ? null : Math.round(resource.durationSeconds * 1000),
      },
    };
  }

  /** Earlier texts are only for people who manage the video. */
  async versions({ principal }: SignedInContext, id: string) {
    const { track, resource } = await this.#see(principal, id);
    const texts = await listTexts(this.#dependencies.db, track.id);
    const seen = resource.isKept ? texts : texts.filter((text) => text.id === track.text_id);
    return { track, versions: seen.map((text) => presentText(text, track.text_id)), mayEdit: resource.mayEdit };
  }

  async listOf({ principal }: SignedInContext, resourceId: string): Promise<OutputOf<typeof listResourceSubtitles>> {
    const { db } = this.#dependencies;
    const { isKept, mayEdit } = await this.#dependencies.requireReadable(db, principal, resourceId);
    const tracks = await listTracks(db, resourceId);
    const seen = tracks.filter((track) => isKept || track.state === 'published');
    return { tracks: seen.map(presentTrack), mayEdit, hasTranscript: await hasTranscript(db, resourceId) };
  }

  /** Masked words are redacted for everyone. */
  async file(
    { principal }: SignedInContext,
    id: string,
    { format, versionId }: { format: SubtitleFormat; versionId?: string | undefined },
  ): Promise<{ name: string; text: string }> {
    const { track, resource } = await this.#see(principal, id);
    if (resource.isBlocked) throw new AppError('exportBlocked');
    const { content } = await this.#textOf({ track, resource }, versionId);
    const hidden = await findMaskedText(this.#dependencies.db, { resourceId: track.resource_id, source: 'subtitle' });
    const { cues } = coverCues(content, hidden);
    return { name: `${resource.title}.${track.language}.${format}`, text: writeSubtitles(cues, format) };
  }

  /** For players: requires read access to the video and redacts masked words. */
  async published({ principal }: SignedInContext, resourceId: string, language: string): Promise<string> {
    const { db } = this.#dependencies;
    await this.#dependencies.requireReadable(db, principal, resourceId);
    const track = await findTrackOf(db, resourceId, language);
    const text = track?.state === 'published' ? await findText(db, track.id, track.text_id) : undefined;
    if (!text) throw new AppError('notFound');
    const { cues } = await this.#covered(principal, resourceId, text.content);
    return writeSubtitles(cues, 'vtt');
  }

  async #see(principal: Principal, id: string): Promise<Seen> {
    const { db } = this.#dependencies;
    const track = await findTrack(db, id);
    if (!track) throw new AppError('notFound');
    const resource = await this.#dependencies.requireReadable(db, principal, track.resource_id);
    if (!resource.isKept && track.state !== 'published') throw new AppError('notFound');
    return { track, resource };
  }

  async #textOf({ track, resource }: Seen, versionId: string | undefined): Promise<FullText> {
    const wanted = versionId ?? track.text_id;
    const seen = resource.isKept || wanted === track.text_id;
    const text = seen ? await findText(this.#dependencies.db, track.id, wanted) : undefined;
    if (!text) throw new AppError('notFound');
    return text;
  }

  async #covered(principal: Principal, resourceId: string, cues: Cue[]): Promise<{ cues: Cue[]; masked: boolean }> {
    const hidden = await this.#dependencies.hidden(this.#dependencies.db, principal, {
      resourceId,
      source: 'subtitle',
    });
    return coverCues(cues, hidden);
  }
}
