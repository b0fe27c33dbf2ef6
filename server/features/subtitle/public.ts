export { coverCues } from './subtitle.policy.ts';
export { findText, findTrack, judgeTracks, subtitleFollower, trackFollower } from './subtitle.repository.ts';
export type { SubtitleChangeService } from './subtitle-change.service.ts';
export { readSubtitleFile } from './subtitle-file.service.ts';
export type { ReplacedCues, SubtitleReplaceService } from './subtitle-replace.service.ts';
