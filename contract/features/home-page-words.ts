import type { Language, Words } from '../language.ts';

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
export type HomeChangeKind = (typeof homeChangeKinds)[number];

/** An entry that ends within so many days is worth a look. */
export const endsSoonDays = 7;
/** Clicks are counted over so many days. */
export const clickDays = 30;

/** The names that the slots of the first home page have until somebody gives them others. */
export const firstSlotNames = {
  banner: { en: 'Banner', zh: '横幅' },
  picks: { en: 'Picks of the editors', zh: '编辑推荐' },
  newest: { en: 'New resources', zh: '最新资源' },
  mostViewed: { en: 'Most viewed', zh: '最多浏览' },
  courses: { en: 'New courses', zh: '最新课程' },
} as const satisfies Record<string, Words>;

/** What stands beside the first home page in its history. */
const firstNote: Words = { en: 'The first home page, made by Lectern itself', zh: 'Lectern 自动生成的首个首页' };
export const firstHomePageNote = firstNote.en;

/** A note that nobody wrote, in another language; a written one stays as it is. */
export function homeNoteIn(language: Language, note: string): string {
  return note === firstNote.en ? firstNote[language] : note;
}

/** A name that nobody chose, in another language; a chosen one stays as it is. */
export function slotNameIn(language: Language, name: string): string {
  const first = Object.values(firstSlotNames).find((words) => words.en === name || words.zh === name);
  return first?.[language] ?? name;
}
