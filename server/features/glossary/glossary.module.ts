import type { Platform } from '../../platform/feature-module.ts';
import type { EndpointRegistry } from '../../platform/http/endpoint-registry.ts';
import { draftedText, listParts, type ReadingEditService, type TextAccess } from '../reading/public.ts';
import { inScope } from '../resource/public.ts';
import type { RequireFree } from '../text-draft/public.ts';
import { applyGlossaryAction, mayEditText, type ReplaceableSubtitles, worksOnTexts } from './apply-glossary.action.ts';
import { registerGlossary } from './glossary.routes.ts';
import { GlossaryService } from './glossary.service.ts';
import { glossaryActions } from './glossary-actions.ts';
import { glossaryListSource } from './glossary-list.source.ts';
import { GlossaryPreviewService } from './preview.service.ts';

type Dependencies = {
  access: TextAccess;
  edits: ReadingEditService;
  requireFree: RequireFree;
  /** A function because subtitles are built later, from this module's terms. */
  subtitles: () => ReplaceableSubtitles;
};

export function glossaryModule(platform: Platform, { access, edits, requireFree, subtitles }: Dependencies) {
  const { db } = platform;
  const glossary = new GlossaryService(db);
  const mayEdit = mayEditText({ access, subtitles });
  const previews = new GlossaryPreviewService({
    db,
    scope: inScope,
    mayEdit,
    partsOf: listParts,
    worksOn: worksOnTexts,
  });
  const applying = applyGlossaryAction({
    readings: edits,
    subtitles: () => subtitles().replacing,
    mayEdit: (executor, { principal }, text) => mayEdit(executor, principal, text),
    requireFree: (executor, context, text) => requireFree(executor, context, draftedText(text)),
  });
  return {
    glossary,
    lists: [glossaryListSource],
    actions: [...glossaryActions(glossary), applying],
    register: (registry: EndpointRegistry) => registerGlossary(registry, { glossary, previews }),
  };
}
