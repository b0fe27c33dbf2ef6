import { randomBytes } from 'node:crypto';
import { request } from 'node:http';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';

/** Uploads one file of unique content over tus. Runs as a separate process, so that it can be niced. */
const [url = '', token = '', size = '0'] = process.argv.slice(2);
await send(url, token, Number(size));

async function send(target: string, bearer: string, sizeBytes: number): Promise<void> {
  const answered = Promise.withResolvers<void>();
  const outgoing = request(
    target,
    {
      method: 'PATCH',
      headers: {
        authorization: `Bearer ${bearer}`,
        'tus-resumable': '1.0.0',
        'upload-offset': '0',
        'content-type': 'application/offset+octet-stream',
        'content-length': sizeBytes,
      },
    },
    (response) => {
      response.resume().on('end', () => {
        if (response.statusCode === 204) answered.resolve();
        else answered.reject(new Error(`the upload was answered with ${response.statusCode}`));
      });
    },
  );
  outgoing.on('error', answered.reject);
  await Promise.all([pipeline(Readable.from(soundOf(sizeBytes)), outgoing), answered.promise]);
}

/** A WAV that repeats one block of random noise, so that no two files are identical. */
function* soundOf(sizeBytes: number): Generator<Buffer> {
  const header = Buffer.alloc(44);
  header.write('RIFF', 0);
  header.writeUInt32LE(sizeBytes - 8, 4);
  header.write('WAVEfmt ', 8);
  header.writeUInt32LE(16, 16);
  header.writeUInt16LE(1, 20);
  header.writeUInt16LE(1, 22);
  header.writeUInt32LE(48_000, 24);
  header.writeUInt32LE(96_000, 28);
  header.writeUInt16LE(2, 32);
  header.writeUInt16LE(16, 34);
  header.write('data', 36);
  header.writeUInt32LE(sizeBytes - 44, 40);
  yield header;
  const noise = randomBytes(256 * 1024);
  for (let left = sizeBytes - header.length; left > 0; left -= noise.length) {
    yield left < noise.length ? noise.subarray(0, left) : noise;
  }
}
