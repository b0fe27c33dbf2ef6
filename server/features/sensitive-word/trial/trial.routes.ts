import { previewImpact, testWords } from '@lectern/contract/features/sensitive-word-trial.ts';
import type { EndpointRegistry } from '../../../platform/http/endpoint-registry.ts';
import type { ImpactService } from './impact.service.ts';
import type { TestWordsService } from './test-words.service.ts';

export function registerTrials(registry: EndpointRegistry, tests: TestWordsService, impact: ImpactService): void {
  registry.handle(testWords, ({ body }, context) => tests.test(context, body));
  registry.handle(previewImpact, ({ body }, context) => impact.preview(context, body));
}
