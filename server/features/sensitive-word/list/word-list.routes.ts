import {
  exportSensitiveWords,
  listSensitiveWords,
  type SensitiveWordRow,
} from '@lectern/contract/features/sensitive-word.ts';
import type { ListPage } from '@lectern/contract/list/define-list.ts';
import type { EndpointRegistry } from '../../../platform/http/endpoint-registry.ts';
import type { ListExporter } from '../../../platform/list/list-exporter.ts';
import type { ListReader } from '../../../platform/list/list-reader.ts';
import { wordListSource } from './word-list.source.ts';

export function registerWordList(registry: EndpointRegistry, reader: ListReader, exporter: ListExporter): void {
  registry.handle(
    listSensitiveWords,
    async ({ query }, { principal }) =>
      (await reader.page(wordListSource, query, principal)) as ListPage<SensitiveWordRow>,
  );
  registry.handleStream(exportSensitiveWords, ({ query }, context, { reply }) =>
    exporter.answer(wordListSource, query, context, reply),
  );
}
