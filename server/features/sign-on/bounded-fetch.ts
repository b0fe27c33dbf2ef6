import type { CustomFetch } from 'openid-client';

const maxBytes = 256 * 1024;

/** The provider gave no usable answer. */
export class ProviderSilent extends Error {
  constructor(why: string) {
    super(why);
    this.name = 'ProviderSilent';
  }
}

/** No redirect is followed, and neither the time nor the size of the answer is the provider's to choose. */
export const boundedFetch: CustomFetch = async (url, options) => {
  let response: Response;
  try {
    response = await fetch(url, { ...options, body: options.body ?? null, redirect: 'manual' } as RequestInit);
  } catch {
    throw new ProviderSilent(options.signal?.aborted ? 'no answer in time' : 'connection failed');
  }
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of response.body ?? []) {
    size += chunk.byteLength;
    if (size > maxBytes) throw new ProviderSilent(`more than ${maxBytes} bytes`);
    chunks.push(chunk);
  }
  const isBodiless = [204, 304].includes(response.status);
  return new Response(isBodiless ? null : Buffer.concat(chunks), {
    status: response.status,
    headers: response.headers,
  });
};
