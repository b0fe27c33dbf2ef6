export type { AppliedTerm, GlossaryService } from './glossary.service.ts';
