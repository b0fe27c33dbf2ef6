import { listEndpoints } from '@lectern/contract/list/define-list.ts';
import type { EndpointRegistry } from '../http/endpoint-registry.ts';
import type { ListExporter } from './list-exporter.ts';
import type { ListReader } from './list-reader.ts';
import type { ListSource } from './list-source.ts';

/**
 * Registers the page and export handlers of every list. A feature that needs more, such as logging exports, handles
 * the endpoint itself.
 */
export function registerLists(
  registry: EndpointRegistry,
  sources: readonly ListSource[],
  { reader, exporter }: { reader: ListReader; exporter: ListExporter },
): void {
  for (const source of sources) {
    const endpoints = listEndpoints(source.list);
    if (!registry.has(endpoints.list)) {
      registry.handle(endpoints.list, async ({ query }, { principal }) => {
        const page = await reader.page(source, query, principal);
        return { ...page, rows: page.rows as Record<string, unknown>[] };
      });
    }
    if (!registry.has(endpoints.export)) {
      registry.handleStream(endpoints.export, ({ query }, context, { reply }) =>
        exporter.answer(source, query, context, reply),
      );
    }
  }
}
