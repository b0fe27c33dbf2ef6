export { listParts } from './reading.repository.ts';
export type { NoteTexts, ReadingService } from './reading.service.ts';
export type { ReadingEditService } from './reading-edit.service.ts';
export { draftedText, type TextAccess } from './text-access.ts';
