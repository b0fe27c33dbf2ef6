import { getLanguageModel, testLanguageModel } from '@lectern/contract/features/language-model.ts';
import type { EndpointRegistry } from '../../platform/http/endpoint-registry.ts';
import type { LanguageModelService } from './language-model.service.ts';

export function registerLanguageModel(registry: EndpointRegistry, models: LanguageModelService): void {
  registry.handle(getLanguageModel, () => models.state());
  registry.handle(testLanguageModel, (_, { principal }) => models.test(principal.userId));
}
