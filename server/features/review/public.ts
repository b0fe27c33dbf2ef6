export { DueTask } from './due-task.ts';
export { hasMasks, isUncovered, masksInFiles, showsMasks, uncovered } from './mask/hidden-files.ts';
export {
  coversCurrent,
  coverWhole,
  coverWords,
  type FindHidden,
  findHiddenText,
  findMaskedText,
  type HiddenPassage,
  type HiddenText,
  requireOriginal,
  seesOriginal,
} from './mask/hidden-text.ts';
export { deleteMaskedFiles, deleteMaskedRenditions } from './mask/mask.repository.ts';
export type { MaskService } from './mask/mask.service.ts';
export type { PublicationGate } from './publication-gate.ts';
export type { ReportService } from './report.service.ts';
export {
  deleteReviews,
  type MatchVerdict,
  noteStateBefore,
  type ReviewedScans,
  reviewFollower,
  sumReview,
  updateReviewPlace,
} from './review.repository.ts';
export type { FoundAnnouncer, ReviewService } from './review.service.ts';
