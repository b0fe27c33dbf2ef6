import { writeSubtitles } from '@lectern/contract/subtitle/write-subtitles.ts';
import { sql } from 'kysely';
import { AppError } from '../../platform/app-error.ts';
import type { Db, Executor } from '../../platform/db/database.ts';
import type { Condition } from '../../platform/list/list-source.ts';
import type { DeliveredFile } from '../../platform/storage/delivered-file.ts';
import { findRenditionDelivery, findVersionDelivery } from '../delivery/public.ts';
import { findMaskedText } from '../review/public.ts';
import { coverCues, findText, findTrack } from '../subtitle/public.ts';
import type { SignedMedia } from './media-signer.ts';
import type { PortalDependencies } from './portal-dependencies.ts';
import { type CoverFile, findHomeCover, findMediaOwner, findOwnCover, isLivingKey } from './portal-media.repository.ts';

type Media = { file: DeliveredFile } | { vtt: string };

type MediaDependencies = Pick<PortalDependencies, 'db' | 'signer' | 'shownTo' | 'homePage'> & {
  /** With masked content redacted; throws when there is nothing that may be delivered. */
  rendition(ids: { resourceId: string; renditionId: string }, readable: Condition): Promise<DeliveredFile | undefined>;
  file(ids: { resourceId: string; versionId: string }, readable: Condition): Promise<DeliveredFile | undefined>;
  /** As WebVTT, with masked text redacted. */
  subtitle(id: string): Promise<string | undefined>;
};

/** Resolves a signed URL to its file. Publication is checked with every request. */
export class PortalMediaService {
  readonly #dependencies: MediaDependencies;

  constructor(dependencies: MediaDependencies) {
    this.#dependencies = dependencies;
  }

  async open(media: SignedMedia, signature: string): Promise<Media> {
    const { db, signer } = this.#dependencies;
    const isSigned = await signer.isSigned(media, signature);
    if (!isSigned || !(await isLivingKey(db, media.key, media.audience))) throw new AppError('mediaAddressOver');
    const found = await this.#find(media);
    if (!found) throw new AppError('notFound');
    return found;
  }

  async #find({ kind, id, audience }: SignedMedia): Promise<Media | undefined> {
    const { db, shownTo } = this.#dependencies;
    const shown = shownTo({ audience });
    if (kind === 'columnCover' || kind === 'courseCover') return coverOf(await findOwnCover(db, kind, id, shown));
    if (kind === 'homeCover') return coverOf(await this.#homeCover({ id, audience }, shown.resource));
    const resourceId = await findMediaOwner(db, kind, id, shown.resource);
    if (!resourceId) return undefined;
    if (kind === 'subtitle') {
      const vtt = await this.#dependencies.subtitle(id);
      return vtt === undefined ? undefined : { vtt };
    }
    const file =
      kind === 'rendition'
        ? await this.#dependencies.rendition({ resourceId, renditionId: id }, shown.resource)
        : await this.#dependencies.file({ resourceId, versionId: id }, shown.resource);
    return file && { file };
  }

  async #homeCover({ id, audience }: Pick<SignedMedia, 'id' | 'audience'>, isPublic: Condition) {
    const page = await this.#dependencies.homePage.shownAt(new Date(), audience);
    const isOnIt = page.slots.some((slot) => slot.things.some((thing) => thing.coverFileId === id));
    return isOnIt ? findHomeCover(this.#dependencies.db, id, isPublic) : undefined;
  }
}

function coverOf(file: CoverFile | undefined): Media | undefined {
  return file && { file: presentCover(file) };
}

function presentCover(file: CoverFile): DeliveredFile {
  return {
    name: file.name,
    contentType: file.content_type,
    sizeBytes: file.size_bytes,
    sha256: file.sha256,
    storedAt: file.created_at,
    storeKey: file.store_key,
  };
}

/** Files of resources as visitors get them, in the portal and in courses. */
export function publishedMedia(db: Db) {
  return {
    rendition: (ids: { resourceId: string; renditionId: string }, readable: Condition) =>
      findRenditionDelivery(db, ids, readersOf(readable)),
    file: (ids: { resourceId: string; versionId: string }, readable: Condition) =>
      findVersionDelivery(db, ids, readersOf(readable)),
    /** As WebVTT; undefined when unpublished or of another resource. */
    async subtitle(id: string, resourceId?: string): Promise<string | undefined> {
      const track = await findTrack(db, id);
      if (!track || (resourceId !== undefined && track.resource_id !== resourceId)) return undefined;
      const text = track.state === 'published' ? await findText(db, track.id, track.text_id) : undefined;
      if (!text) return undefined;
      const hidden = await findMaskedText(db, { resourceId: track.resource_id, source: 'subtitle' });
      return writeSubtitles(coverCues(text.content, hidden).cues, 'vtt');
    },
  };
}

/** The cover of a course’s resource, for people who may see the course. */
export async function findCourseCover(executor: Executor, id: string, isPublic: Condition) {
  const cover = await findOwnCover(executor, 'courseCover', id, { resource: isPublic, course: sql`true` });
  return cover && presentCover(cover);
}

/** Visitors get only the current version, with masks applied. */
function readersOf(readable: Condition) {
  return { readable, managed: sql`false`, original: sql`false` };
}
