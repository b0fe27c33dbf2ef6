import { createOpenaiModel } from '../../engines/language-model/openai-model.ts';
import type { Platform } from '../../platform/feature-module.ts';
import type { EndpointRegistry } from '../../platform/http/endpoint-registry.ts';
import type { SettingsService } from '../settings/public.ts';
import { registerLanguageModel } from './language-model.routes.ts';
import { LanguageModelService } from './language-model.service.ts';
export function languageModelModule({ config, db }: Platform, { settings }: { settings: SettingsService }) {
  const { languageModel, timeZone } = config;
  const model =
    languageModel &&
    createOpenaiModel({
      baseUrl: languageModel.baseUrl,
      model: languageModel.model,
      timeoutMs: languageModel.timeoutSeconds * 1000,
      ...(languageModel.key && { key: languageModel.key }),
    });
  const models = new LanguageModelService({ db, settings, config: languageModel, model, timeZone });
  return { models, register: (registry: EndpointRegistry) => registerLanguageModel(registry, models) };
}
