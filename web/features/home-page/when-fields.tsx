import type { HomeEntry } from '@lectern/contract/features/home-page.ts';
import { AudienceField } from '../../components/audience-field.tsx';
import { TextField } from '../../components/text-field.tsx';
import { useCurrentUser } from '../../lib/current-user.tsx';
import { fillText, useTexts } from '../../lib/i18n/use-texts.ts';
import { fromZonedInput, toZonedInput } from '../../lib/zoned-time.ts';

/** Times as their fields hold them: by the clock of the platform. */
export type WhenValues = { startsAt: string; endsAt: string; audience: HomeEntry['audience'] };
type Props = { values: WhenValues; set<Name extends keyof WhenValues>(name: Name, value: WhenValues[Name]): void };

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

/** From, until, and for whom. */
export function WhenFields({ values, set }: Props) {
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
      <p className="field-help home-form-zone">{fillText(words.zone, { zone: timeZone })}</p>
      <AudienceField value={values.audience} onChange={(audience) => set('audience', audience)} />
    </>
  );
}
