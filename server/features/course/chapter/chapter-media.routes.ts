import {
  getChapterMedia,
  openChapterFile,
  openChapterRendition,
  openChapterSubtitle,
  openShelfPicture,
} from '@lectern/contract/features/chapter-media.ts';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { EndpointRegistry } from '../../../platform/http/endpoint-registry.ts';
import type { DeliveredFile } from '../../../platform/storage/delivered-file.ts';
import type { ChapterMediaService } from './chapter-media.service.ts';
import type { ShelfPictureService } from './shelf-picture.service.ts';

type Http = { request: FastifyRequest; reply: FastifyReply };
type Dependencies = {
  media: ChapterMediaService;
  pictures: ShelfPictureService;
  /** Sends a stored file, whole or in part. */
  deliver(file: DeliveredFile, http: Http, manner: { download: boolean; freshSeconds: number }): Promise<unknown>;
};

/** A chapter shows many small pictures: they are not asked for again within a minute. */
const pictureSeconds = 60;

export function registerChapterMedia(registry: EndpointRegistry, { media, pictures, deliver }: Dependencies): void {
  registry.handle(getChapterMedia, ({ params }, { principal }) => media.get(principal, params));
  registry.handleStream(openChapterFile, async ({ params, query }, { principal }, http) =>
    deliver(await media.file(principal, params), http, { ...query, freshSeconds: 0 }),
  );
  registry.handleStream(openChapterRendition, async ({ params }, { principal }, http) =>
    deliver(await media.rendition(principal, params), http, { download: false, freshSeconds: pictureSeconds }),
  );
  registry.handleStream(openShelfPicture, async ({ params }, { principal }, http) =>
    deliver(await pictures.get(principal, params), http, { download: false, freshSeconds: pictureSeconds }),
  );
  registry.handleStream(openChapterSubtitle, async ({ params }, { principal }, { reply }) => {
    const text = await media.subtitle(principal, params);
    const headers = { 'content-type': 'text/vtt; charset=utf-8', 'cache-control': 'private, no-cache' };
    return reply.headers({ ...headers, 'x-content-type-options': 'nosniff' }).send(text);
  });
}
