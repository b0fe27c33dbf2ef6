export { type HeldItem, listHeldItems, requireNoneHeld } from './held-items.ts';
export {
  isInPublishedText,
  isNamedSubject,
  isPublicChapter,
  isPublicColumn,
  isPublicCourse,
  isPublicResource,
  isShownTo,
  isWithin,
  type PublicRule,
  withheldOfHomePage,
} from './public-condition.ts';
export { type PublishableItem, type PublishableText, publishableTexts, type ReadItem } from './publishable-item.ts';
