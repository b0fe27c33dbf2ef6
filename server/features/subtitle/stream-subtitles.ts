import { PassThrough, Readable } from 'node:stream';
import { ZipFile } from 'yazl';

/** Names that any system can unpack, and no two the same. */
export type TakeName = { take(name: string): string };

/** Small texts, packed while they are sent: none waits in memory for the others. */
export function streamSubtitles(entries: AsyncGenerator<{ name: string; text: string }>, names: TakeName): Readable {
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
