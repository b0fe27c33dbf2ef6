export type { LanguageModelService } from './language-model.service.ts';
