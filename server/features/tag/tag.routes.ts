import { createTag, deleteTag, listTags, mergeTags, renameTag } from '@lectern/contract/features/tag.ts';
import type { EndpointRegistry } from '../../platform/http/endpoint-registry.ts';
import type { TagService } from './tag.service.ts';

export function registerTags(registry: EndpointRegistry, tags: TagService): void {
  registry.handle(listTags, ({ query }, { principal }) => tags.list(principal, query));
  registry.handle(createTag, ({ body }, context) => tags.create(context, body.name));
  registry.handle(renameTag, ({ params, body }, context) => tags.rename(context, params.id, body.name));
  registry.handle(mergeTags, ({ params, body }, context) => tags.merge(context, params.id, body.fromIds));
  registry.handle(deleteTag, async ({ params }, context) => {
    await tags.remove(context, params.id);
    return null;
  });
}
