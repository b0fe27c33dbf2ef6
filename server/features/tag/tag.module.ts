import type { Platform } from '../../platform/feature-module.ts';
import type { EndpointRegistry } from '../../platform/http/endpoint-registry.ts';
import type { MaintenanceStep } from '../../platform/maintenance-step.ts';
import { readable } from '../resource/public.ts';
import { foldTagUsage } from './fold-tag-usage.ts';
import { registerTags } from './tag.routes.ts';
import { TagService } from './tag.service.ts';
export function tagModule({ db, mentions }: Platform) {
  const tags = new TagService(db, mentions, readable);
  const maintenance: MaintenanceStep[] = [
    { verb: { bare: 'fold', done: 'Folded' }, what: 'tag usage changes', run: foldTagUsage },
  ];
  return { tags, maintenance, register: (registry: EndpointRegistry) => registerTags(registry, tags) };
}
