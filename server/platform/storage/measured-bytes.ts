import { createHash } from 'node:crypto';
import { Transform } from 'node:stream';
import { AppError } from '../app-error.ts';
import { bytesInUnits } from '../error-values.ts';

/** Passes bytes through while counting and hashing them. */
export function measuredBytes(maxBytes = Number.POSITIVE_INFINITY) {
  const hash = createHash('sha256');
  let sizeBytes = 0;
  const stream = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      sizeBytes += chunk.length;
      if (sizeBytes > maxBytes) return done(new AppError('tooLarge', { params: { limit: bytesInUnits(maxBytes) } }));
      hash.update(chunk);
      done(null, chunk);
    },
  });
  return { stream, measure: () => ({ sizeBytes, sha256: hash.digest() }) };
}
