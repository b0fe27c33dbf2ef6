export { coverCues } from './cover-cues.ts';
export { readSubtitleFile } from './read-subtitle-file.ts';
export { findTrack } from './subtitle.repository.ts';
export type { SubtitleChangeService } from './subtitle-change.service.ts';
export type { ReplacedCues, SubtitleReplaceService } from './subtitle-replace.service.ts';
export { findText } from './subtitle-text.repository.ts';
