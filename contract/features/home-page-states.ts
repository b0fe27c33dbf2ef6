/** An entry shows either one chosen item or the results of a rule. */
export const homeSources = ['resource', 'course', 'newest', 'mostViewed', 'column'] as const;
export type HomeSource = (typeof homeSources)[number];
export const homeRuleSources = ['newest', 'mostViewed', 'column'] as const;
export type HomeRuleSource = (typeof homeRuleSources)[number];

export const homeEntryStates = ['scheduled', 'live', 'expired', 'paused'] as const;
export type HomeEntryState = (typeof homeEntryStates)[number];

/** Problems of an entry's item or place, most serious first. */
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

/** Why readers don't see an entry; the first that applies is reported. */
export const homeHiddenReasons = ['paused', 'notYet', 'over', 'slotHidden', ...thingTroubles] as const;
export type HomeHiddenReason = (typeof homeHiddenReasons)[number];

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

/** An entry that ends within this many days gets a warning. */
export const endsSoonDays = 7;
export const clickDays = 30;
