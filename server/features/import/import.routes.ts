import type { ImportEndpoints } from '@lectern/contract/import/define-import.ts';
import type { EndpointRegistry } from '../../platform/http/endpoint-registry.ts';
import type { ImportSource } from '../../platform/import/import-source.ts';
import type { ImportService } from './import.service.ts';

export function registerImport(
  registry: EndpointRegistry,
  endpoints: ImportEndpoints,
  source: ImportSource,
  imports: ImportService,
): void {
  registry.handle(endpoints.upload, ({ query, body }, context) =>
    imports.upload(context, source, { name: query.name, bytes: body }),
  );
  registry.handle(endpoints.get, ({ params }, context) => imports.get(context, source, params.id));
  registry.handle(endpoints.check, ({ params, body }, context) => imports.check(context, source, params.id, body));
  registry.handle(endpoints.listLines, ({ params, query }, context) =>
    imports.listLines(context, source, params.id, { ...query, verdict: query.verdict }),
  );
  registry.handle(endpoints.run, ({ params }, context) => imports.run(context, source, params.id));
  registry.handleStream(endpoints.report, async ({ params }, context, { reply }) => {
    const { name, stream } = await imports.report(context, source, params.id);
    return reply
      .headers({
        'content-type': 'text/csv; charset=utf-8',
        'content-disposition': `attachment; filename="${name}"`,
        'x-content-type-options': 'nosniff',
      })
      .send(stream);
  });
}
