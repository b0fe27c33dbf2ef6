import { audienceWords } from '@lectern/contract/audience.ts';
import { homeFallback, homeRule } from '@lectern/contract/features/home-page.ts';
import type { HomeChange } from '@lectern/contract/features/home-page-publication.ts';
import type { HomeSource } from '@lectern/contract/features/home-page-words.ts';
import { type Format, useFormat } from '../../../lib/format.ts';
import { inLanguage } from '../../../lib/i18n/in-language.ts';
import { fillText, type Texts, useTexts } from '../../../lib/i18n/use-texts.ts';
import { ruleWords, slotName } from '../home-words.ts';

const signs: Record<HomeChange['kind'], string> = {
  slotAdded: '+',
  entryAdded: '+',
  slotRemoved: '−',
  entryRemoved: '−',
  slotChanged: '~',
  entryChanged: '~',
  slotMoved: '↕',
  entryMoved: '↕',
};

/** What differs between two arrangements, slot by slot. */
export function ChangeList({ changes, label }: { changes: readonly HomeChange[]; label: string }) {
  const texts = useTexts();
  const format = useFormat();
  const words = texts.homePage.changes;
  const slots = [...Map.groupBy(changes, (change) => change.slot)];
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: many changes are scrolled, by keys as well
    <ul className="home-changes" aria-label={label} tabIndex={0}>
      {slots.map(([slot, inSlot]) => (
        <li key={slot}>
          <h3>{slotName(slot)}</h3>
          <ul>
            {inSlot.map((change) => (
              <li key={`${change.kind} ${change.entry?.id ?? ''}`} data-kind={signs[change.kind]}>
                <b aria-hidden="true">{signs[change.kind]}</b>
                <span>
                  <span className="home-changes-kind">{words[change.kind]}</span>
                  {change.entry && ` ${nameOf(change.entry, texts)}`}
                  {change.fromSlot && ` ${fillText(words.fromSlot, { name: slotName(change.fromSlot) })}`}
                  {change.fields.map((field) => (
                    <small key={field.field}>{fieldWords(field, texts, format)}</small>
                  ))}
                </span>
              </li>
            ))}
          </ul>
        </li>
      ))}
    </ul>
  );
}

function nameOf({ title, source }: NonNullable<HomeChange['entry']>, texts: Texts): string {
  const { entry } = texts.homePage;
  if (source === 'column') return fillText(entry.column, { name: title ?? entry.gone });
  if (title) return title;
  return source === 'newest' || source === 'mostViewed'
    ? texts.homePage.add.ruleSources[source]
    : texts.homePage.entry.gone;
}

function fieldWords({ field, before, after }: HomeChange['fields'][number], texts: Texts, format: Format): string {
  const words = texts.homePage.changes;
  const name = words.fields[field as keyof typeof words.fields] ?? field;
  const print = (value: string | null) => printed(field, value, texts, format);
  return fillText(words.fromTo, { field: name, before: print(before), after: print(after) });
}

function printed(field: string, value: string | null, texts: Texts, format: Format): string {
  const words = texts.homePage.changes;
  if (value === null) return words.none;
  if (field === 'name') return slotName(value);
  if (field === 'startsAt' || field === 'endsAt') return format.dateTime(value);
  if (field === 'paused' || field === 'visible') return value === 'true' ? words.yes : words.no;
  if (field === 'coverFileId') return words.another;
  if (field === 'audience') return inLanguage(audienceWords)[value === 'campus' ? 'campus' : 'everyone'];
  if (field === 'rule' || field === 'fallback') return ruleText(value, texts);
  return value;
}

function ruleText(value: string, texts: Texts): string {
  const parsed: unknown = JSON.parse(value);
  const fallback = homeFallback.safeParse(parsed);
  const rule = fallback.success ? fallback : homeRule.safeParse(parsed);
  if (!rule.success) return value;
  const source: HomeSource = fallback.success ? fallback.data.source : 'newest';
  const name = fallback.success ? `${ruleWords(source, rule.data, texts)}, ` : '';
  return name + fillText(texts.homePage.entry.upTo, { count: rule.data.places });
}
