import { type Audience, defaultAudience } from '@lectern/contract/audience.ts';
import { useState } from 'react';
import { useCurrentUser } from '../lib/current-user.tsx';
import { fillText } from '../lib/i18n/use-texts.ts';
import { fromZonedInput, zoneName } from '../lib/zoned-time.ts';
import { AudienceField } from './audience-field.tsx';
import { Button } from './button.tsx';
import { ChoiceField } from './choice-field.tsx';
import type { IconName } from './icon.tsx';
import { TextField } from './text-field.tsx';

const icons = { desktop: 'monitor', wide: 'monitor', tablet: 'device', phone: 'phone' } satisfies Record<
  string,
  IconName
>;
type Width = keyof typeof icons;

/** The settings of a preview: audience, time and screen width. */
export function usePreviewView<Of extends Width>(width: Of) {
  const { timeZone } = useCurrentUser();
  const [audience, setAudience] = useState<Audience>(defaultAudience);
  const [shownWidth, setWidth] = useState(width);
  const [time, setTime] = useState('');
  const at = fromZonedInput(time, timeZone);
  return {
    /** Query parameters of the preview; without a time, it shows the present. */
    query: { audience, ...(at && { at }) },
    width: shownWidth,
    audience,
    fields: { audience, setAudience, width: shownWidth, setWidth, time, setTime, timeZone },
  };
}

type Props<Of extends Width> = {
  fields: ReturnType<typeof usePreviewView<Of>>['fields'];
  widths: readonly Of[];
  words: { at: string; atHint: string; now: string; width: string; widths: Record<Of, string> };
};

export function PreviewFields<Of extends Width>({ fields, widths, words }: Props<Of>) {
  const { audience, setAudience, width, setWidth, time, setTime, timeZone } = fields;
  return (
    <>
      <TextField
        label={words.at}
        type="datetime-local"
        value={time}
        title={fillText(words.atHint, { zone: zoneName(timeZone) })}
        onChange={setTime}
      />
      <Button disabled={time === ''} onClick={() => setTime('')}>
        {words.now}
      </Button>
      <AudienceField value={audience} onChange={setAudience} />
      <ChoiceField
        label={words.width}
        value={width}
        options={widths.map((value) => ({ value, label: words.widths[value], icon: icons[value] }))}
        onChange={setWidth}
      />
    </>
  );
}
