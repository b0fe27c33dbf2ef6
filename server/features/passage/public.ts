export {
  countPassages,
  type FoundPassage,
  findsPassages,
  firstPassage,
  hasWords,
  holdsPassage,
  isAmongFound,
  isMetSoon,
  presentPassage,
  shareOf,
  type WantedPassages,
} from './find-passages.ts';
export {
  deletePassages,
  deletePassagesBesides,
  insertReadingPassages,
  insertSubtitlePassages,
  insertSummaryPassages,
  type PassageVariants,
  type PlacedPassage,
  passageFollower,
  updateVariants,
} from './passage.repository.ts';
export { foldText, isWide, passageWords, pieceOf, snippetOf, termsQuery } from './passage-text.ts';
