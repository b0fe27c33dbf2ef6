import {
  discardSubtitleDraft,
  getSubtitle,
  getSubtitleDraft,
  listResourceSubtitles,
  listSubtitleVersions,
  putSubtitleDraft,
  takeSubtitleDraft,
} from '@lectern/contract/features/subtitle.ts';
import {
  burnIn,
  createSubtitle,
  deleteSubtitle,
  moveSubtitle,
  readSubtitleFile,
  recutSubtitle,
  restoreSubtitle,
  restoreSubtitleVersion,
  saveSubtitle,
  subtitleNeighbours,
  translateSubtitle,
  updateSubtitle,
} from '@lectern/contract/features/subtitle-change.ts';
import { previewSubtitleUpdate, updateSubtitleText } from '@lectern/contract/features/subtitle-update.ts';
import { sql } from 'kysely';
import type { EndpointRegistry } from '../../platform/http/endpoint-registry.ts';
import type { ListReader } from '../../platform/list/list-reader.ts';
import { subtitleListSource } from './list/subtitle-list.source.ts';
import type { SubtitleCommandService } from './subtitle-command.service.ts';
import type { SubtitleDraftService } from './subtitle-draft.service.ts';
import { registerSubtitleFiles, type TakeName } from './subtitle-file.routes.ts';
import type { SubtitleFileService } from './subtitle-file.service.ts';
import type { SubtitleRequestService } from './subtitle-request.service.ts';
import type { SubtitleUpdateService } from './subtitle-update.service.ts';
import type { SubtitleViewService } from './subtitle-view.service.ts';

type Services = {
  views: SubtitleViewService;
  commands: SubtitleCommandService;
  drafts: SubtitleDraftService;
  files: SubtitleFileService;
  requests: SubtitleRequestService;
  updates: SubtitleUpdateService;
  reader: ListReader;
  /** For the files of one archive. */
  freshNames(): TakeName;
};

export function registerSubtitles(registry: EndpointRegistry, services: Services): void {
  const { views, commands, drafts, files, requests, updates, reader } = services;
  registry.handle(subtitleNeighbours, async ({ params, query }, { principal }) => {
    const from = {
      at: sql`subtitle_sets.resource_id = ${params.id}`,
      columns: sql`subtitle_sets.resource_id as id`,
      view: query.view,
    };
    const { before, after, counts } = await reader.around<{ id: string }>(subtitleListSource, from, principal);
    return { previous: before[0] ?? null, next: after[0] ?? null, ...counts };
  });
  registry.handle(listResourceSubtitles, ({ params }, context) => views.listOf(context, params.id));
  registry.handle(getSubtitle, ({ params, query }, context) => views.get(context, params.id, query.versionId));
  registry.handle(listSubtitleVersions, async ({ params }, context) => {
    const { versions, mayEdit } = await views.versions(context, params.id);
    return { versions, mayEdit, draft: (await drafts.get(context, params.id))?.draft ?? null };
  });
  registry.handle(getSubtitleDraft, ({ params }, context) => drafts.get(context, params.id));
  registry.handle(putSubtitleDraft, ({ params, body }, context) => drafts.put(context, params.id, body));
  registry.handle(takeSubtitleDraft, ({ params, body }, context) => drafts.takeOver(context, params.id, body));
  registry.handle(discardSubtitleDraft, async ({ params, query }, context) => {
    await drafts.discard(context, params.id, query);
    return null;
  });
  registry.handle(createSubtitle, ({ params, body }, context) => commands.create(context, params.id, body));
  registry.handle(saveSubtitle, ({ params, body }, context) => commands.save(context, params.id, body));
  registry.handle(restoreSubtitleVersion, ({ params, body }, context) =>
    commands.restoreVersion(context, params.id, { versionId: params.versionId, baseId: body.baseId }),
  );
  registry.handle(recutSubtitle, ({ params }, context) => commands.recut(context, params.id));
  registry.handle(moveSubtitle, ({ params, body }, context) => commands.move(context, params.id, body));
  registry.handle(updateSubtitle, ({ params, body }, context) => commands.update(context, params.id, body));
  registry.handle(deleteSubtitle, ({ params, query }, context) => commands.remove(context, params.id, query.version));
  registry.handle(restoreSubtitle, ({ params }, context) => commands.bringBack(context, params.id));
  registry.handle(readSubtitleFile, ({ params, query, body }, context) =>
    files.read(context, params.id, { bytes: body, subtitleId: query.subtitleId }),
  );
  registry.handle(previewSubtitleUpdate, ({ params }, context) => updates.preview(context, params.id));
  registry.handle(updateSubtitleText, ({ params, body }, context) => updates.update(context, params.id, body));
  registry.handle(burnIn, ({ params }, context) => requests.burnIn(context, params.id));
  registry.handle(translateSubtitle, ({ params, body }, context) =>
    requests.translate(context, params.id, body.language),
  );
  registerSubtitleFiles(registry, { views, files, freshNames: services.freshNames });
}
