/** Where an entry takes what it shows from: one thing that somebody chose, or a rule. */
export const homeSources = ['resource', 'course', 'newest', 'mostViewed', 'column'] as const;
export type HomeSource = (typeof homeSources)[number];
export const homeRuleSources = ['newest', 'mostViewed', 'column'] as const;
export type HomeRuleSource = (typeof homeRuleSources)[number];

export const homeEntryStates = ['scheduled', 'live', 'expired', 'paused'] as const;
export type HomeEntryState = (typeof homeEntryStates)[number];

/** What may be wrong with the thing of an entry or with its place, the worst first. */
const thingTroubles = [
  'gone',
  'trashed',
  'blocked',
  'withheld',
  'offline',
  'notPublished',
  'outOfDates',
  'notForAudience',
  'columnHidden',
  'nothingFound',
  'slotFull',
] as const;

/** Why readers don’t see an entry; the first that holds. */
export const homeHiddenReasons = ['paused', 'notYet', 'over', 'slotHidden', ...thingTroubles] as const;
export type HomeHiddenReason = (typeof homeHiddenReasons)[number];

/** What somebody should look at. */
export const homeWarnings = [...thingTroubles, 'campusOnly', 'endsSoon', 'over'] as const;
export type HomeWarning = (typeof homeWarnings)[number];

export const homeSlotWarnings = ['empty', 'onFallback', 'overCapacity'] as const;
export type HomeSlotWarning = (typeof homeSlotWarnings)[number];

export const homeChangeKinds = [
  'slotAdded',
  'slotRemoved',
  'slotChanged',
  'slotMoved',
  'entryAdded',
  'entryRemoved',
  'entryChanged',
  'entryMoved',
] as const;

/** An entry that ends within so many days is worth a look. */
export const endsSoonDays = 7;
/** Clicks are counted over so many days. */
export const clickDays = 30;
