import type { Readable } from 'node:stream';
import { erasePersonalData, exportPersonalData, previewErasure } from '@lectern/contract/features/personal-data.ts';
import type { EndpointRegistry } from '../../platform/http/endpoint-registry.ts';
import type { PersonalDataService } from './personal-data.service.ts';

export function registerPersonalData(
  registry: EndpointRegistry,
  personalData: PersonalDataService,
  archive: (userId: string) => Promise<Readable>,
): void {
  registry.handle(previewErasure, ({ params }, context) => personalData.preview(context, params.id));
  registry.handle(erasePersonalData, ({ params, body }, context) => personalData.erase(context, params.id, body));
  registry.handleStream(exportPersonalData, async ({ params }, context, { reply }) => {
    const { account } = await personalData.beginExport(context, params.id);
    const file = `personal-data-${account.replace(/[^\w.-]+/g, '_')}.zip`;
    reply.headers({
      'content-type': 'application/zip',
      'content-disposition': `attachment; filename="${file}"`,
      'cache-control': 'private, no-store',
    });
    return reply.send(await archive(params.id));
  });
}
