import type { ChapterMedia } from '@lectern/contract/features/chapter-media.ts';
import { AppError } from '../../../platform/app-error.ts';
import type { Db } from '../../../platform/db/database.ts';
import type { Principal } from '../../../platform/http/principal.ts';
import type { Condition } from '../../../platform/list/list-source.ts';
import type { DeliveredFile } from '../../../platform/storage/delivered-file.ts';
import { readable as readableCourse } from '../course.repository.ts';
import { findPlaced, listPlayed, listPublishedTracks, type PlacedResource } from './chapter.repository.ts';

type Dependencies = {
  db: Db;
  /** Which resources this person may read, regardless of page permissions. */
  readable(principal: Principal): Condition;
  /** Current renditions and files, with masked content covered. */
  rendition(ids: { resourceId: string; renditionId: string }, readable: Condition): Promise<DeliveredFile | undefined>;
  file(ids: { resourceId: string; versionId: string }, readable: Condition): Promise<DeliveredFile | undefined>;
  /** WebVTT of a published track of that resource. */
  subtitle(ids: { resourceId: string; subtitleId: string }): Promise<string | undefined>;
};
type Place = { id: string; itemId: string };

/**
 * Media of chapter items for people who may open courses but not resources. Every URL names the chapter's item and
 * gives notFound without it.
 */
export class ChapterMediaService {
  readonly #dependencies: Dependencies;

  constructor(dependencies: Dependencies) {
    this.#dependencies = dependencies;
  }

  async get(principal: Principal, place: Place): Promise<ChapterMedia> {
    const { db } = this.#dependencies;
    const placed = await this.#placed(principal, place);
    const [renditions, tracks] = await Promise.all([
      listPlayed(db, placed.resource_id),
      listPublishedTracks(db, placed.resource_id),
    ]);
    const base = `/chapters/${place.id}/items/${place.itemId}`;
    const urlOf = (kind: string) => {
      const id = renditions.get(kind);
      return id ? `${base}/renditions/${id}` : null;
    };
    const file = placed.has_file ? `${base}/file` : null;
    return {
      kind: placed.kind,
      title: placed.title,
      format: placed.format,
      sizeBytes: placed.size_bytes,
      durationSeconds: placed.duration_seconds,
      frameRate: frameRateOf(placed.facts),
      played: urlOf(placed.kind === 'audio' ? 'audio' : 'video') ?? file,
      file,
      poster: urlOf('poster') ?? urlOf('thumbnail'),
      peaks: urlOf('peaks'),
      tracks: tracks.map(({ id, language, label, is_default: isDefault }) => {
        return { language, label, isDefault, url: `${base}/subtitles/${id}` };
      }),
    };
  }

  async file(principal: Principal, place: Place): Promise<DeliveredFile> {
    const placed = await this.#placed(principal, place);
    const ids = { resourceId: placed.resource_id, versionId: placed.version_id };
    return found(await this.#dependencies.file(ids, this.#dependencies.readable(principal)));
  }

  async rendition(principal: Principal, { renditionId, ...place }: Place & { renditionId: string }) {
    const placed = await this.#placed(principal, place);
    const ids = { resourceId: placed.resource_id, renditionId };
    return found(await this.#dependencies.rendition(ids, this.#dependencies.readable(principal)));
  }

  async subtitle(principal: Principal, { subtitleId, ...place }: Place & { subtitleId: string }): Promise<string> {
    const placed = await this.#placed(principal, place);
    return found(await this.#dependencies.subtitle({ resourceId: placed.resource_id, subtitleId }));
  }

  async #placed(principal: Principal, place: Place): Promise<PlacedResource> {
    const readable = { course: readableCourse(principal), resource: this.#dependencies.readable(principal) };
    return found(await findPlaced(this.#dependencies.db, place, readable));
  }
}

function found<T>(thing: T | undefined): T {
  if (thing === undefined) throw new AppError('notFound');
  return thing;
}

/** Frames per second, or null if unknown. */
function frameRateOf(facts: Record<string, unknown>): number | null {
  const rate = (facts.video as { frameRate?: unknown } | undefined)?.frameRate;
  return typeof rate === 'number' && rate > 0 ? rate : null;
}
