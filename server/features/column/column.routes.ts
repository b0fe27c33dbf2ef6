import {
  addColumnItems,
  createColumn,
  deleteColumn,
  getColumnEffects,
  listColumnItems,
  listColumns,
  mergeColumn,
  openColumnCover,
  placeColumn,
  placeColumnItem,
  removeColumnItems,
  setColumnCover,
  updateColumn,
} from '@lectern/contract/features/column.ts';
import type { EndpointRegistry } from '../../platform/http/endpoint-registry.ts';
import type { ColumnContentService } from './column-content.service.ts';
import type { ColumnCoverService } from './column-cover.service.ts';
import type { ColumnRemovalService } from './column-removal.service.ts';
import type { ColumnTreeService } from './column-tree.service.ts';

type Services = {
  tree: ColumnTreeService;
  removal: ColumnRemovalService;
  content: ColumnContentService;
  covers: ColumnCoverService;
};

export function registerColumns(registry: EndpointRegistry, { tree, removal, content, covers }: Services): void {
  registry.handle(listColumns, () => tree.list());
  registry.handle(createColumn, ({ body }, context) => tree.create(context, body));
  registry.handle(updateColumn, ({ params, body }, context) => tree.update(context, params.id, body));
  registry.handle(placeColumn, ({ params, body }, context) => tree.place(context, params.id, body));
  registry.handle(getColumnEffects, ({ params }) => removal.effects(params.id));
  registry.handle(mergeColumn, ({ params, body }, context) => removal.merge(context, params.id, body));
  registry.handle(deleteColumn, async ({ params, body }, context) => {
    await removal.delete(context, params.id, body);
    return null;
  });
  registry.handle(listColumnItems, ({ params, query }, context) =>
    content.list(context, params.id, { preview: query.preview, after: query.after, size: query.size }),
  );
  registry.handle(addColumnItems, ({ params, body }, context) => content.add(context, params.id, body.resourceIds));
  registry.handle(removeColumnItems, ({ params, body }, context) =>
    content.remove(context, params.id, body.resourceIds),
  );
  registry.handle(placeColumnItem, async ({ params, body }) => {
    await content.place(params.id, params.resourceId, body);
    return null;
  });
  registry.handle(setColumnCover, ({ params, body }, context) => covers.set(context, params.id, body));
  registry.handleStream(openColumnCover, async ({ params }, _context, { request, reply }) => {
    const cover = await covers.get(params.id);
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
