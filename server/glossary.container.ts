import type { ReplaceSource } from '@lectern/contract/features/glossary.ts';
import { readingPages } from '@lectern/contract/features/reading-edit.ts';
import { subtitlePages } from '@lectern/contract/features/subtitle.ts';
import { glossaryActions } from './features/glossary/actions/glossary-actions.ts';
import { applyGlossaryAction } from './features/glossary/apply/apply-glossary.action.ts';
import { GlossaryPreviewService } from './features/glossary/apply/preview.service.ts';
import { registerGlossary } from './features/glossary/glossary.routes.ts';
import type { GlossaryService } from './features/glossary/glossary.service.ts';
import { listParts } from './features/reading/reading.repository.ts';
import type { ReadingEditService } from './features/reading/reading-edit.service.ts';
import { draftedText, type TextAccess } from './features/reading/text-access.ts';
import { worksOn } from './features/resource/resource.policy.ts';
import { inScope } from './features/resource/resource-scope.ts';
import type { SubtitleReplaceService } from './features/subtitle/subtitle-replace.service.ts';
import type { RequireFree } from './features/text-draft/require-free.ts';
import type { Db, Executor } from './platform/db/database.ts';
import type { EndpointRegistry } from './platform/http/endpoint-registry.ts';
import type { Principal } from './platform/http/principal.ts';
import type { ListExporter } from './platform/list/list-exporter.ts';
import type { ListReader } from './platform/list/list-reader.ts';

type Given = {
  db: Db;
  glossary: GlossaryService;
  access: TextAccess;
  edits: ReadingEditService;
  requireFree: RequireFree;
  subtitles: {
    replacing: SubtitleReplaceService;
    mayChange(db: Executor, principal: Principal, resourceId: string): Promise<boolean>;
  };
};
type Surroundings = { reader: ListReader; exporter: ListExporter };

const pages = { ...readingPages, subtitle: subtitlePages };

/** Part of the container: terms, and their replacement in every kind of text that machines write. */
export function buildGlossary({ db, glossary, access, edits, requireFree, subtitles }: Given) {
  const mayEdit = (executor: Executor, principal: Principal, { id, source }: { id: string; source: ReplaceSource }) =>
    source === 'subtitle'
      ? subtitles.mayChange(executor, principal, id)
      : access.mayEdit(executor, principal, { id, source });
  const previews = new GlossaryPreviewService({
    ...{ db, scope: inScope, mayEdit, partsOf: listParts },
    worksOn: (principal, source) => worksOn(principal, pages[source]),
  });
  const applying = applyGlossaryAction({
    readings: edits,
    subtitles: subtitles.replacing,
    mayEdit: (executor, { principal }, text) => mayEdit(executor, principal, text),
    requireFree: (executor, context, text) => requireFree(executor, context, draftedText(text)),
  });
  return {
    actions: [...glossaryActions(glossary), applying],
    register(registry: EndpointRegistry, { reader, exporter }: Surroundings): void {
      registerGlossary(registry, { glossary, previews, reader, exporter });
    },
  };
}
