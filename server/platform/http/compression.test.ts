import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestApp, type TestApp } from '../../testing/test-app.ts';

let test: TestApp;
beforeAll(async () => {
  test = await startTestApp();
});
afterAll(() => test.close());

const long = '/api/openapi.json';
const get = (url: string, encoding?: string) =>
  test.app.inject({ url, headers: encoding === undefined ? {} : { 'accept-encoding': encoding } });

describe('compression of responses', () => {
  it('follows what the client accepts', async () => {
    const plain = await get(long);
    expect([plain.headers['content-encoding'], plain.headers.vary]).toEqual([undefined, 'Accept-Encoding']);
    const brotli = await get(long, 'gzip, deflate, br');
    expect(brotli.headers['content-encoding']).toBe('br');
    expect(brotliDecompressSync(brotli.rawPayload).toString()).toBe(plain.payload);
    const zipped = await get(long, 'gzip;q=0.8, br;q=0');
    expect(zipped.headers['content-encoding']).toBe('gzip');
    expect(gunzipSync(zipped.rawPayload).toString()).toBe(plain.payload);
    expect(zipped.headers['content-length']).toBe(String(zipped.rawPayload.length));
  });

  it('leaves short responses as they are', async () => {
    const { headers, statusCode } = await get('/api/nothing/here', 'br');
    expect([statusCode, headers['content-encoding'], headers.vary]).toEqual([404, undefined, undefined]);
  });
});
