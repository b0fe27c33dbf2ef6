import { PassThrough, Readable } from 'node:stream';
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
  exportSubtitle,
  exportSubtitles,
  moveSubtitle,
  openPublishedSubtitle,
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
import { ZipFile } from 'yazl';
import { disposition } from '../../platform/http/content-disposition.ts';
import type { EndpointRegistry } from '../../platform/http/endpoint-registry.ts';
import type { ListReader } from '../../platform/list/list-reader.ts';
import type { SubtitleCommandService } from './subtitle-command.service.ts';
import type { SubtitleDraftService } from './subtitle-draft.service.ts';
import type { SubtitleFileService } from './subtitle-file.service.ts';
import { subtitleListSource } from './subtitle-list.source.ts';
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
  /** Creates the name generator of one archive. */
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

const types = { srt: 'application/x-subrip; charset=utf-8', vtt: 'text/vtt; charset=utf-8' };
/** Not cacheable: access and masks can change at any time. */
const fresh = { 'cache-control': 'private, no-store', 'x-content-type-options': 'nosniff' };

function registerSubtitleFiles(
  registry: EndpointRegistry,
  { views, files, freshNames }: { views: SubtitleViewService; files: SubtitleFileService; freshNames(): TakeName },
): void {
  registry.handleStream(openPublishedSubtitle, async ({ params }, context, { reply }) => {
    const text = await views.published(context, params.id, params.language);
    return reply.headers({ ...fresh, 'content-type': types.vtt }).send(text);
  });
  registry.handleStream(exportSubtitle, async ({ params, query }, context, { reply }) => {
    const { name, text } = await views.file(context, params.id, query);
    const headers = { 'content-type': types[query.format], 'content-disposition': disposition('attachment', name) };
    return reply.headers({ ...fresh, ...headers }).send(text);
  });
  registry.handleStream(exportSubtitles, async ({ query }, context, { request, reply }) => {
    const { entries } = await files.archive(context, query);
    const name = `lectern-subtitles-${new Date().toISOString().slice(0, 10)}.zip`;
    reply.headers({
      ...fresh,
      'content-type': 'application/zip',
      'content-disposition': disposition('attachment', name),
    });
    return request.method === 'HEAD' ? reply.send() : reply.send(streamSubtitles(entries, freshNames()));
  });
}

/** Hands out unique file names that any system can unpack. */
type TakeName = { take(name: string): string };

/** Packs each text while sending, so they are never all in memory. */
function streamSubtitles(entries: AsyncGenerator<{ name: string; text: string }>, names: TakeName): Readable {
  const zip = new ZipFile();
  const output = new PassThrough();
  const fail = (error: unknown) => output.destroy(error instanceof Error ? error : new Error(String(error)));
  const add = async () => {
    for await (const { name, text } of entries) {
      if (output.destroyed) return;
      await new Promise<void>((taken, broken) => {
        zip.addReadStreamLazy(names.take(name), { compress: true }, (take) => {
          const stream = Readable.from([Buffer.from(text)]);
          stream.on('end', taken).on('error', broken);
          take(null, stream);
        });
      });
    }
    zip.end();
  };
  (zip.outputStream as Readable).on('error', fail).pipe(output);
  zip.on('error', fail);
  add().catch(fail);
  return output;
}
