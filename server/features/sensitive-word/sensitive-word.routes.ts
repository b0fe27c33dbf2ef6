import {
  createSensitivePack,
  deleteSensitivePack,
  listSensitivePacks,
  updateSensitivePack,
} from '@lectern/contract/features/sensitive-pack.ts';
import {
  createSensitiveWord,
  getSensitiveWord,
  updateSensitiveWord,
} from '@lectern/contract/features/sensitive-word.ts';
import { previewImpact, testWords } from '@lectern/contract/features/sensitive-word-trial.ts';
import type { EndpointRegistry } from '../../platform/http/endpoint-registry.ts';
import type { ImpactService } from './impact.service.ts';
import type { PackService } from './pack.service.ts';
import type { SensitiveWordService } from './sensitive-word.service.ts';
import type { TestWordsService } from './test-words.service.ts';

export function registerSensitiveWords(registry: EndpointRegistry, words: SensitiveWordService): void {
  registry.handle(getSensitiveWord, ({ params }) => words.get(params.id));
  registry.handle(createSensitiveWord, ({ body }, context) => words.create(context, body));
  registry.handle(updateSensitiveWord, ({ params, body }, context) => words.update(context, params.id, body));
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
