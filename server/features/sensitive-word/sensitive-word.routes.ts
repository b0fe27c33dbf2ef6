import {
  createSensitivePack,
  deleteSensitivePack,
  listSensitivePacks,
  updateSensitivePack,
} from '@lectern/contract/features/sensitive-pack.ts';
import {
  createSensitiveWord,
  exportSensitiveWords,
  getSensitiveWord,
  listSensitiveWords,
  type SensitiveWordRow,
  updateSensitiveWord,
} from '@lectern/contract/features/sensitive-word.ts';
import { previewImpact, testWords } from '@lectern/contract/features/sensitive-word-trial.ts';
import type { ListPage } from '@lectern/contract/list/define-list.ts';
import type { EndpointRegistry } from '../../platform/http/endpoint-registry.ts';
import type { ListExporter } from '../../platform/list/list-exporter.ts';
import type { ListReader } from '../../platform/list/list-reader.ts';
import type { ImpactService } from './impact.service.ts';
import type { PackService } from './pack.service.ts';
import type { SensitiveWordService } from './sensitive-word.service.ts';
import type { TestWordsService } from './test-words.service.ts';
import { wordListSource } from './word-list.source.ts';

export function registerSensitiveWords(registry: EndpointRegistry, words: SensitiveWordService): void {
  registry.handle(getSensitiveWord, ({ params }) => words.get(params.id));
  registry.handle(createSensitiveWord, ({ body }, context) => words.create(context, body));
  registry.handle(updateSensitiveWord, ({ params, body }, context) => words.update(context, params.id, body));
}

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

export function registerPacks(registry: EndpointRegistry, packs: PackService): void {
  registry.handle(listSensitivePacks, () => packs.list());
  registry.handle(createSensitivePack, ({ body }, context) => packs.create(context, body));
  registry.handle(updateSensitivePack, ({ params, body }, context) => packs.update(context, params.id, body));
  registry.handle(deleteSensitivePack, async ({ params, body }, context) => {
    await packs.delete(context, params.id, body);
    return null;
  });
}

export function registerTrials(registry: EndpointRegistry, tests: TestWordsService, impact: ImpactService): void {
  registry.handle(testWords, ({ body }, context) => tests.test(context, body));
  registry.handle(previewImpact, ({ body }, context) => impact.preview(context, body));
}
