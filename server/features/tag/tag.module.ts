import type { Platform } from '../../platform/feature-module.ts';
import type { EndpointRegistry } from '../../platform/http/endpoint-registry.ts';
import { readable } from '../resource/public.ts';
import { registerTags } from './tag.routes.ts';
import { TagService } from './tag.service.ts';
export function tagModule({ db, mentions }: Platform) {
  const tags = new TagService(db, mentions, readable);
  return { tags, register: (registry: EndpointRegistry) => registerTags(registry, tags) };
}
