import { AppError } from '../../platform/app-error.ts';
import type { Condition } from '../../platform/list/list-source.ts';
import type { DeliveredFile } from '../../platform/storage/delivered-file.ts';
import type { SignedMedia } from './media-signer.ts';
import type { PortalDependencies } from './portal-dependencies.ts';
import { type CoverFile, findHomeCover, findMediaOwner, findOwnCover, isLivingKey } from './portal-media.repository.ts';

export type Media = { file: DeliveredFile } | { vtt: string };

type MediaDependencies = Pick<PortalDependencies, 'db' | 'signer' | 'shownTo' | 'homePage'> & {
  /** With what is masked covered; throws where there is nothing to give out. */
  rendition(ids: { resourceId: string; renditionId: string }, readable: Condition): Promise<DeliveredFile | undefined>;
  file(ids: { resourceId: string; versionId: string }, readable: Condition): Promise<DeliveredFile | undefined>;
  /** As WebVTT, with what is masked covered. */
  subtitle(id: string): Promise<string | undefined>;
};

/** Which file a signed address stands for. Everything is asked anew with every request for any of its bytes. */
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

export function presentCover(file: CoverFile): DeliveredFile {
  return {
    name: file.name,
    contentType: file.content_type,
    sizeBytes: file.size_bytes,
    sha256: file.sha256,
    storedAt: file.created_at,
    storeKey: file.store_key,
  };
}
