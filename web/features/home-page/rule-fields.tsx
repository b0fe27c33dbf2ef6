import type { HomeEntry, HomeRule, HomeSubject } from '@lectern/contract/features/home-page.ts';
import { listHomeChoices } from '@lectern/contract/features/home-page-publication.ts';
import type { HomeSource } from '@lectern/contract/features/home-page-states.ts';
import { type ResourceKind, resourceKinds } from '@lectern/contract/features/resource-state.ts';
import { useQuery } from '@tanstack/react-query';
import { AudienceField } from '../../components/audience-field.tsx';
import { ChoiceField, SeveralField } from '../../components/choice-field.tsx';
import { SelectField } from '../../components/select-field.tsx';
import { TextField } from '../../components/text-field.tsx';
import { useCurrentUser } from '../../lib/current-user.tsx';
import { fillText, useTexts } from '../../lib/i18n/use-texts.ts';
import { queryOf } from '../../lib/queries.ts';
import { fromZonedInput, toZonedInput, zoneName } from '../../lib/zoned-time.ts';

/** Form values of a rule. */
export type RuleValues = {
  of: HomeRule['of'];
  days: string;
  /** Comma-separated, so values can be compared with ===; empty for all kinds. */
  kinds: string;
  subjectId: string;
  places: string;
  columnId: string;
};
type Props = {
  source: HomeSource;
  values: RuleValues;
  set<Name extends keyof RuleValues>(name: Name, value: RuleValues[Name]): void;
  capacity: number;
};

export function ruleValues(rule: HomeRule | null, columnId: string | null = null, places = 4): RuleValues {
  return {
    of: rule?.of ?? 'resource',
    days: String(rule?.days ?? 30),
    kinds: rule?.kinds.join(',') ?? '',
    subjectId: rule?.subjectId ?? '',
    places: String(rule?.places ?? places),
    columnId: columnId ?? '',
  };
}

export function ruleFrom(values: RuleValues): HomeRule {
  return {
    of: values.of,
    days: Number(values.days),
    kinds: values.of === 'resource' ? kindsOf(values) : [],
    subjectId: values.subjectId || null,
    places: Number(values.places),
  };
}

function kindsOf({ kinds }: Pick<RuleValues, 'kinds'>): ResourceKind[] {
  const chosen = kinds.split(',');
  return resourceKinds.filter((kind) => chosen.includes(kind));
}

export function ruleOf(source: HomeSource, values: RuleValues): HomeSubject {
  const rule = ruleFrom(values);
  if (source === 'column') return { source, columnId: values.columnId, rule };
  return { source: source === 'mostViewed' ? source : 'newest', rule };
}

const isWithin = (text: string, most: number) => /^\d+$/.test(text) && Number(text) >= 1 && Number(text) <= most;

export function isRuleFine(values: RuleValues, source: HomeSource): boolean {
  if (!isWithin(values.places, 100)) return false;
  if (source === 'column') return values.columnId !== '';
  return source !== 'mostViewed' || isWithin(values.days, 365);
}

export function RuleFields({ source, values, set, capacity }: Props) {
  const texts = useTexts();
  const words = texts.homePage.rule;
  const choices = useQuery(queryOf(listHomeChoices, {}, { quiet: true }));
  const number = (text: string, most: number) =>
    isWithin(text, most) ? undefined : fillText(words.numberWrong, { from: 1, to: most });
  return (
    <>
      {source === 'column' ? (
        <SelectField
          label={words.column}
          value={values.columnId}
          options={[
            { value: '', label: '—' },
            ...(choices.data?.columns ?? []).map(({ id, name, visible }) => ({
              value: id,
              label: visible ? name : fillText(words.columnHidden, { name }),
            })),
          ]}
          onChange={(id) => set('columnId', id)}
        />
      ) : (
        <>
          <ChoiceField
            label={words.of}
            value={values.of}
            options={(['resource', 'course'] as const).map((of) => ({ value: of, label: words.ofs[of] }))}
            onChange={(of) => set('of', of)}
          />
          {source === 'mostViewed' && (
            <TextField
              label={words.days}
              inputMode="numeric"
              value={values.days}
              error={number(values.days, 365)}
              onChange={(days) => set('days', days)}
            />
          )}
          {values.of === 'resource' && (
            <SeveralField
              label={words.kinds}
              hint={words.kindsHint}
              value={kindsOf(values)}
              options={resourceKinds.map((kind) => ({ value: kind, label: texts.resource.kinds[kind] }))}
              onChange={(kinds) => set('kinds', kinds.join(','))}
            />
          )}
          <SelectField
            label={words.subject}
            value={values.subjectId}
            options={[
              { value: '', label: words.anySubject },
              ...(choices.data?.subjects ?? []).map(({ id, name }) => ({ value: id, label: name })),
            ]}
            onChange={(id) => set('subjectId', id)}
          />
        </>
      )}
      <TextField
        label={words.places}
        inputMode="numeric"
        placeholder={String(capacity)}
        value={values.places}
        error={number(values.places, 100)}
        onChange={(places) => set('places', places)}
      />
    </>
  );
}

/** Form values of times, in the platform's time zone. */
export type WhenValues = { startsAt: string; endsAt: string; audience: HomeEntry['audience'] };
type WhenFieldsProps = {
  values: WhenValues;
  set<Name extends keyof WhenValues>(name: Name, value: WhenValues[Name]): void;
};

export function whenValues(entry: Pick<HomeEntry, keyof WhenValues>, timeZone: string): WhenValues {
  const input = (at: string | null) => (at ? toZonedInput(at, timeZone) : '');
  return { startsAt: input(entry.startsAt), endsAt: input(entry.endsAt), audience: entry.audience };
}

export function toMoments({ startsAt, endsAt, audience }: WhenValues, timeZone: string) {
  return { startsAt: fromZonedInput(startsAt, timeZone), endsAt: fromZonedInput(endsAt, timeZone), audience };
}

export function isBackwards(values: WhenValues, timeZone: string): boolean {
  const { startsAt, endsAt } = toMoments(values, timeZone);
  return startsAt !== null && endsAt !== null && Date.parse(endsAt) <= Date.parse(startsAt);
}

/** Start, end and audience. */
export function WhenFields({ values, set }: WhenFieldsProps) {
  const { homePage } = useTexts();
  const words = homePage.inspector;
  const { timeZone } = useCurrentUser();
  return (
    <>
      <div className="home-form-pair">
        <TextField
          label={words.startsAt}
          type="datetime-local"
          value={values.startsAt}
          onChange={(value) => set('startsAt', value)}
        />
        <TextField
          label={words.endsAt}
          type="datetime-local"
          value={values.endsAt}
          error={isBackwards(values, timeZone) ? words.backwards : undefined}
          onChange={(value) => set('endsAt', value)}
        />
      </div>
      <p className="field-help home-form-zone">{fillText(words.zone, { zone: zoneName(timeZone) })}</p>
      <AudienceField value={values.audience} onChange={(audience) => set('audience', audience)} />
    </>
  );
}
