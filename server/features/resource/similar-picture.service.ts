import type { SimilarPicture } from '@lectern/contract/features/resource-detail.ts';
import type { Db } from '../../platform/db/database.ts';
import type { SignedInContext } from '../../platform/http/request-context.ts';
import { findReadable } from './resource.repository.ts';
import {
  findPictureHash,
  listNearPictures,
  listSamePictures,
  type SimilarRecord,
} from './similar-picture.repository.ts';

const shownAtMost = 12;

export class SimilarPictureService {
  readonly #db: Db;

  constructor(db: Db) {
    this.#db = db;
  }

  async list({ principal }: SignedInContext, id: string): Promise<SimilarPicture[]> {
    const picture = await findReadable(this.#db, principal, id);
    if (picture.kind !== 'image') return [];
    const same = await listSamePictures(this.#db, principal, picture, shownAtMost);
    const places = shownAtMost - same.length;
    const hash = places > 0 ? await findPictureHash(this.#db, picture.version_id) : undefined;
    const near = hash ? await listNearPictures(this.#db, principal, { ...picture, hash }, places) : [];
    return [...same.map((record) => present(record, true)), ...near.map((record) => present(record, false))];
  }
}

function present(record: SimilarRecord, sameFile: boolean): SimilarPicture {
  return {
    id: record.id,
    title: record.title,
    thumbnail: record.thumbnail_id && `/resources/${record.id}/renditions/${record.thumbnail_id}`,
    state: record.state,
    owner: { id: record.owner_id, name: record.owner_name },
    sameFile,
    distance: record.distance,
  };
}
