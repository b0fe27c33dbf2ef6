import { PassThrough, Readable } from 'node:stream';
import { exportSubtitle, exportSubtitles, openPublishedSubtitle } from '@lectern/contract/features/subtitle-change.ts';
import { ZipFile } from 'yazl';
import { disposition } from '../../platform/http/content-disposition.ts';
import type { EndpointRegistry } from '../../platform/http/endpoint-registry.ts';
import type { SubtitleFileService } from './subtitle-file.service.ts';
import type { SubtitleViewService } from './subtitle-view.service.ts';

const types = { srt: 'application/x-subrip; charset=utf-8', vtt: 'text/vtt; charset=utf-8' };
/** Whoever may see it today may not tomorrow, and words may be covered by then: nobody keeps it. */
const fresh = { 'cache-control': 'private, no-store', 'x-content-type-options': 'nosniff' };

export function registerSubtitleFiles(
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

/** Names that any system can unpack, and no two the same. */
export type TakeName = { take(name: string): string };

/** Small texts, packed while they are sent: none waits in memory for the others. */
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
