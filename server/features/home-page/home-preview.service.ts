import type { Audience } from '@lectern/contract/audience.ts';
import type { HomePreview } from '@lectern/contract/features/home-page-publication.ts';
import { AppError } from '../../platform/app-error.ts';
import type { Db } from '../../platform/db/database.ts';
import { readContent } from './home-content.repository.ts';
import type { HomeContent } from './home-content.ts';
import { coverAddress } from './home-content.ts';
import type { HomePageReader } from './home-page-reader.ts';
import { readThings } from './home-thing.repository.ts';
import { findPublished, findVersion } from './home-version.repository.ts';

type Viewpoint = { at: Date | undefined; audience: Audience; of: string };

/** Previews any arrangement at any time, resolved exactly as for readers. */
export class HomePreviewService {
  readonly #db: Db;
  readonly #reader: HomePageReader;

  constructor(db: Db, reader: HomePageReader) {
    this.#db = db;
    this.#reader = reader;
  }

  async preview({ at, audience, of }: Viewpoint): Promise<HomePreview> {
    const content = await this.#content(of);
    const slots = await this.#reader.resolve(this.#db, content, { audience, at });
    const shown = slots.flatMap((slot) => slot.things);
    const ids = (kind: string) => shown.flatMap((one) => (one.kind === kind ? one.id : []));
    const things = await readThings(this.#db, { resources: ids('resource'), courses: ids('course'), columns: [] });
    return {
      at: (at ?? new Date()).toISOString(),
      slots: slots.map(({ id: _id, things: inSlot, ...slot }) => ({
        ...slot,
        things: inSlot.flatMap(({ title, coverFileId, ...one }) => {
          const thing = things.get(`${one.kind}:${one.id}`);
          if (!thing) return [];
          const { resourceKind, description } = thing;
          const picture = coverAddress(coverFileId) ?? thing.thumbnail;
          return [{ ...one, title: title ?? thing.title, resourceKind, description, picture }];
        }),
      })),
    };
  }

  async #content(of: string): Promise<HomeContent> {
    if (of === 'draft') return readContent(this.#db);
    const found = of === 'published' ? await findPublished(this.#db) : await findVersion(this.#db, Number(of));
    if (found) return found.content;
    if (of === 'published') return { slots: [] };
    throw new AppError('notFound');
  }
}
