import { createGlossaryTerm, previewGlossary, updateGlossaryTerm } from '@lectern/contract/features/glossary.ts';
import type { EndpointRegistry } from '../../platform/http/endpoint-registry.ts';
import type { GlossaryService } from './glossary.service.ts';
import type { GlossaryPreviewService } from './preview.service.ts';

type Dependencies = {
  glossary: GlossaryService;
  previews: GlossaryPreviewService;
};

export function registerGlossary(registry: EndpointRegistry, { glossary, previews }: Dependencies): void {
  registry.handle(createGlossaryTerm, ({ body }, context) => glossary.create(context, body));
  registry.handle(updateGlossaryTerm, ({ params, body }, context) => glossary.update(context, params.id, body));
  registry.handle(previewGlossary, ({ body }, context) => previews.preview(context, body));
}
