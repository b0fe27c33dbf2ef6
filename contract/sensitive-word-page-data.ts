import { getRescans } from './features/scan.ts';
import { listSensitivePacks } from './features/sensitive-pack.ts';
import { listSensitiveWords, sensitiveWordList } from './features/sensitive-word.ts';
import { listData, type PageDataCall } from './page-data-call.ts';

/** What the library of sensitive words begins with. */
export function sensitiveWordData(url: URL): PageDataCall[] {
  return [
    ...listData(sensitiveWordList, listSensitiveWords, url),
    { endpoint: getRescans },
    { endpoint: listSensitivePacks },
  ];
}
