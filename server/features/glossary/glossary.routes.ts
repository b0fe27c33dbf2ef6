import {
  createGlossaryTerm,
  exportGlossary,
  type GlossaryTerm,
  listGlossary,
  previewGlossary,
  updateGlossaryTerm,
} from '@lectern/contract/features/glossary.ts';
import type { ListPage } from '@lectern/contract/list/define-list.ts';
import type { EndpointRegistry } from '../../platform/http/endpoint-registry.ts';
import type { ListExporter } from '../../platform/list/list-exporter.ts';
import type { ListReader } from '../../platform/list/list-reader.ts';
import type { GlossaryService } from './glossary.service.ts';
import { glossaryListSource } from './glossary-list.source.ts';
import type { GlossaryPreviewService } from './preview.service.ts';

type Dependencies = {
  glossary: GlossaryService;
  previews: GlossaryPreviewService;
  reader: ListReader;
  exporter: ListExporter;
};

export function registerGlossary(
  registry: EndpointRegistry,
  { glossary, previews, reader, exporter }: Dependencies,
): void {
  registry.handle(
    listGlossary,
    async ({ query }, { principal }) =>
      (await reader.page(glossaryListSource, query, principal)) as ListPage<GlossaryTerm>,
  );
  registry.handleStream(exportGlossary, ({ query }, context, { reply }) =>
    exporter.answer(glossaryListSource, query, context, reply),
  );
  registry.handle(createGlossaryTerm, ({ body }, context) => glossary.create(context, body));
  registry.handle(updateGlossaryTerm, ({ params, body }, context) => glossary.update(context, params.id, body));
  registry.handle(previewGlossary, ({ body }, context) => previews.preview(context, body));
}
