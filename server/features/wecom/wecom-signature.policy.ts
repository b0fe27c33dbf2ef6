import { createHash } from 'node:crypto';

/** The URL without its fragment, as the vendor's SDK sees it; undefined for pages of other origins. */
export function signableUrl(url: string, origin: string): string | undefined {
  const page = url.split('#')[0] ?? '';
  const rest = page.slice(origin.length);
  const isOwn = page.startsWith(origin) && (rest === '' || rest.startsWith('/') || rest.startsWith('?'));
  // With control characters, our reading of the URL could differ from the browser's.
  return isOwn && !/[\s\p{Cc}]/u.test(page) && URL.canParse(page) ? page : undefined;
}

/** The vendor's definition: raw values in this order. */
export function signatureOf(values: { ticket: string; nonceStr: string; timestamp: number; url: string }): string {
  const { ticket, nonceStr, timestamp, url } = values;
  return createHash('sha1')
    .update(`jsapi_ticket=${ticket}&noncestr=${nonceStr}&timestamp=${timestamp}&url=${url}`)
    .digest('hex');
}
