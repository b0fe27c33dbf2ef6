import { slotNameIn, storedSlotName } from '@lectern/contract/features/first-slots.ts';
import type { HomeEntry, HomeFallback, HomeRule } from '@lectern/contract/features/home-page.ts';
import type { HomeEntryState, HomeSource } from '@lectern/contract/features/home-page-states.ts';
import type { StatusTone } from '../../components/status.tsx';
import type { Format } from '../../lib/format.ts';
import { dictionary } from '../../lib/i18n/language.ts';
import { joinNames } from '../../lib/i18n/punctuation.ts';
import { fillText, type Texts } from '../../lib/i18n/use-texts.ts';

type Named = Pick<HomeEntry, 'title' | 'thing' | 'source' | 'rule'>;

/** Title of an entry: its own, the item's, or a description of its rule. */
export function titleOf(entry: Named, texts: Texts): string {
  return entry.title ?? subjectOf(entry, texts);
}

/** Name of a slot; default names are translated. */
export function slotName(name: string): string {
  const names = dictionary.get().texts?.words.homeSlots;
  return names ? slotNameIn(names, name) : name;
}

/** The name to store; translated default names are stored in their neutral form. */
export function slotNameToStore(entered: string): string {
  const names = dictionary.get().texts?.words.homeSlots;
  return names ? storedSlotName(names, entered) : entered;
}

/** What an entry shows, ignoring its own title. */
export function subjectOf({ thing, source, rule }: Pick<Named, 'thing' | 'source' | 'rule'>, texts: Texts): string {
  const words = texts.homePage.entry;
  if (source === 'column') return fillText(words.column, { name: thing?.title ?? words.gone });
  if (rule) return ruleWords(source, rule, texts);
  return thing?.title ?? words.gone;
}

export function ruleWords(source: HomeSource, rule: HomeRule | HomeFallback, texts: Texts): string {
  const words = texts.homePage.entry;
  const ofCourses = rule.of === 'course';
  const name =
    source === 'mostViewed'
      ? fillText(ofCourses ? words.mostViewedCourses : words.mostViewed, { days: rule.days })
      : ofCourses
        ? words.newestCourses
        : words.newest;
  if (ofCourses || rule.kinds.length === 0) return name;
  const kinds = joinNames(rule.kinds.map((kind) => texts.resource.kinds[kind]));
  return fillText(words.ofKinds, { rule: name, kinds });
}

export function whenWords({ startsAt, endsAt }: Pick<HomeEntry, 'startsAt' | 'endsAt'>, texts: Texts, format: Format) {
  const words = texts.homePage.entry;
  const from = startsAt ? format.dateTime(startsAt) : '';
  const until = endsAt ? format.dateTime(endsAt) : '';
  if (from && until) return fillText(words.between, { from, until });
  if (from) return fillText(words.from, { from });
  return until ? fillText(words.until, { until }) : words.always;
}

/** Live and visible, live but hidden, scheduled, or neither. */
export function toneOf({ state, hidden }: { state: HomeEntryState; hidden: HomeEntry['hidden'] }): StatusTone {
  if (state === 'live') return hidden ? 'bad' : 'ok';
  return state === 'scheduled' ? 'info' : 'idle';
}
