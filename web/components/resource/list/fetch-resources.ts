import { apiBase } from '@lectern/contract/constants.ts';
import { getResource, resourcePath } from '@lectern/contract/features/resource.ts';
import { prepareDownload } from '@lectern/contract/features/resource-action.ts';
import { call } from '../../../lib/api-client.ts';
import { copyText } from '../../../lib/copy-text.ts';
import { createFormat } from '../../../lib/format.ts';
import { dictionary } from '../../../lib/i18n/language.ts';
import { fillText } from '../../../lib/i18n/use-texts.ts';
import { notify } from '../../../lib/notifications.ts';
import type { ResourceTarget } from './resource-dialog.ts';

/** One resource as the file it is, several as one archive that is made while it is sent. */
export async function downloadResources({ list, selection, row, done }: ResourceTarget): Promise<void> {
  const { texts, language } = dictionary.get();
  try {
    if (row) {
      const { current } = await call(getResource, { params: { id: row.id } });
      fetchFile(`${apiBase}${current.url}?download=true`);
      return done();
    }
    const { files, sizeBytes, url } = await call(prepareDownload, { body: { list, selection } });
    fetchFile(apiBase + url);
    const format = createFormat(language, undefined);
    const facts = { count: format.number(files), size: format.bytes(sizeBytes) };
    if (texts) notify({ level: 'info', title: fillText(texts.resourceDeeds.download.ready, facts) });
    done();
  } catch {
    // Why it was refused is told by the shared handling of failures.
  }
}

/** The browser saves what the server sends as an attachment; the page stays. */
function fetchFile(address: string): void {
  const link = document.createElement('a');
  link.href = address;
  link.download = '';
  document.body.append(link);
  link.click();
  link.remove();
}

export async function copyResourceLink({ row }: ResourceTarget): Promise<void> {
  if (!row) return;
  await copyText(window.location.origin + resourcePath(row));
  const { texts } = dictionary.get();
  if (texts) notify({ level: 'success', title: texts.resourceDeeds.linkCopied });
}
