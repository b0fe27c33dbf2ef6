export type { SensitiveWordService } from './sensitive-word.service.ts';
