const maxBytes = 64 * 1024;

/** The vendor gave no usable answer. Says why without addresses: theirs carry secrets in the query. */
export class VendorSilent extends Error {
  constructor(why: string) {
    super(why);
    this.name = 'VendorSilent';
  }
}

/** One GET: no redirect is followed, and neither the time nor the size of the answer is the vendor's to choose. */
export async function readVendorJson(url: URL, timeoutMs: number): Promise<unknown> {
  const signal = AbortSignal.timeout(timeoutMs);
  let text: string;
  try {
    const response = await fetch(url, { redirect: 'manual', signal, headers: { accept: 'application/json' } });
    if (response.status !== 200) {
      await response.body?.cancel();
      throw new VendorSilent(`status ${response.status}`);
    }
    text = await readBounded(response);
  } catch (error) {
    if (error instanceof VendorSilent) throw error;
    throw new VendorSilent(signal.aborted ? `no answer in ${timeoutMs} ms` : 'connection failed');
  }
  try {
    return JSON.parse(text);
  } catch {
    throw new VendorSilent('not JSON');
  }
}

async function readBounded(response: Response): Promise<string> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of response.body ?? []) {
    size += chunk.byteLength;
    // Leaving the loop cancels the rest.
    if (size > maxBytes) throw new VendorSilent(`more than ${maxBytes} bytes`);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
}
