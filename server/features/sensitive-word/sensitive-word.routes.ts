import {
  createSensitiveWord,
  getSensitiveWord,
  updateSensitiveWord,
} from '@lectern/contract/features/sensitive-word.ts';
import type { EndpointRegistry } from '../../platform/http/endpoint-registry.ts';
import type { SensitiveWordService } from './sensitive-word.service.ts';

export function registerSensitiveWords(registry: EndpointRegistry, words: SensitiveWordService): void {
  registry.handle(getSensitiveWord, ({ params }) => words.get(params.id));
  registry.handle(createSensitiveWord, ({ body }, context) => words.create(context, body));
  registry.handle(updateSensitiveWord, ({ params, body }, context) => words.update(context, params.id, body));
}
