import {
  addHomeEntries,
  createHomeSlot,
  discardHomeChanges,
  getHomeDraft,
  placeHomeEntry,
  placeHomeSlot,
  removeHomeEntries,
  removeHomeSlot,
  setHomeEntryCover,
  undoHomeChange,
  updateHomeEntry,
  updateHomeSlot,
} from '@lectern/contract/features/home-page.ts';
import {
  getHomeChanges,
  getHomeVersion,
  listHomeChoices,
  listHomeShelf,
  listHomeSlots,
  listHomeVersions,
  openHomeCover,
  previewHomePage,
  publishHomePage,
  restoreHomeVersion,
  uploadHomeCover,
} from '@lectern/contract/features/home-page-publication.ts';
import type { EndpointRegistry } from '../../platform/http/endpoint-registry.ts';
import type { HomeCoverService } from './home-cover.service.ts';
import type { HomeDraftService } from './home-draft.service.ts';
import type { HomePreviewService } from './home-preview.service.ts';
import type { HomePublicationService } from './home-publication.service.ts';
import type { HomeShelfService } from './home-shelf.service.ts';

type Services = {
  draft: HomeDraftService;
  publication: HomePublicationService;
  preview: HomePreviewService;
  shelf: HomeShelfService;
  covers: HomeCoverService;
};

export function registerHomePage(registry: EndpointRegistry, services: Services): void {
  const { draft, publication, preview, shelf, covers } = services;
  registry.handle(getHomeDraft, () => draft.get());
  registry.handle(createHomeSlot, ({ body }, context) => draft.createSlot(context, body));
  registry.handle(updateHomeSlot, ({ params, body }, context) => draft.updateSlot(context, params.id, body));
  registry.handle(placeHomeSlot, ({ params, body }, context) => draft.placeSlot(context, params.id, body));
  registry.handle(removeHomeSlot, ({ params, body }, context) => draft.removeSlot(context, params.id, body));
  registry.handle(addHomeEntries, ({ params, body }, context) => draft.addEntries(context, params.id, body));
  registry.handle(updateHomeEntry, ({ params, body }, context) => draft.updateEntry(context, params.id, body));
  registry.handle(placeHomeEntry, ({ params, body }, context) => draft.placeEntry(context, params.id, body));
  registry.handle(removeHomeEntries, ({ body }, context) => draft.removeEntries(context, body));
  registry.handle(undoHomeChange, ({ body }, context) => draft.undo(context, body));
  registry.handle(discardHomeChanges, ({ body }, context) => draft.discard(context, body));
  registry.handle(setHomeEntryCover, ({ params, body }, context) => covers.set(context, params.id, body));

  registry.handle(getHomeChanges, () => publication.changes());
  registry.handle(publishHomePage, ({ body }, context) => publication.publish(context, body));
  registry.handle(listHomeVersions, ({ query }) => publication.versions(query));
  registry.handle(getHomeVersion, ({ params }) => publication.version(params.number));
  registry.handle(restoreHomeVersion, ({ params, body }, context) => publication.restore(context, params.number, body));

  registry.handle(previewHomePage, ({ query }) =>
    preview.preview({ ...query, at: query.at ? new Date(query.at) : undefined }),
  );
  registry.handle(listHomeShelf, ({ query }, context) => shelf.shelf(context, query));
  registry.handle(listHomeChoices, () => shelf.choices());
  registry.handle(listHomeSlots, () => shelf.slots());
  registry.handle(uploadHomeCover, ({ body }, context) => covers.upload(context, body));
  registry.handleStream(openHomeCover, async ({ params }, _context, { request, reply }) => {
    const cover = await covers.open(params.id);
    reply.headers({ etag: cover.etag, 'cache-control': 'private, no-cache' });
    if (request.headers['if-none-match'] === cover.etag) return reply.code(304).send();
    return reply
      .headers({
        'content-type': cover.contentType,
        'content-length': cover.sizeBytes,
        'x-content-type-options': 'nosniff',
        'content-security-policy': "default-src 'none'; sandbox",
      })
      .send(await cover.open());
  });
}
