import { defaultAudience } from '@lectern/contract/audience.ts';
import { slotNameIn } from '@lectern/contract/features/first-slots.ts';
import { listHomeSlots } from '@lectern/contract/features/home-page-publication.ts';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useCurrentUser } from '../../../lib/current-user.tsx';
import { fillText, useTexts } from '../../../lib/i18n/use-texts.ts';
import { queryOf } from '../../../lib/queries.ts';
import { fromZonedInput } from '../../../lib/zoned-time.ts';
import { AudienceField } from '../../audience-field.tsx';
import { ErrorPanel } from '../../error-panel.tsx';
import { FormDialog } from '../../form-dialog.tsx';
import { SelectField } from '../../select-field.tsx';
import { TextField } from '../../text-field.tsx';
import type { ResourceTarget } from './resource-dialog.ts';
import { closeResourceDialog } from './resource-dialog.ts';
import { useResourceStart, useWhat } from './use-resource-start.ts';

/** Puts resources into a slot of the home page’s draft, with when and for whom. */
export function RecommendDialog({ target }: { target: ResourceTarget }) {
  const texts = useTexts();
  const words = texts.resourceDialogs.recommend;
  const { timeZone } = useCurrentUser();
  const what = useWhat(target);
  const slots = useQuery(queryOf(listHomeSlots, {}, { quiet: true }));
  const [chosen, setChosen] = useState('');
  const [startInput, setStart] = useState('');
  const [endInput, setEnd] = useState('');
  const [audience, setAudience] = useState(defaultAudience);
  const { busy, start } = useResourceStart('recommend', target);
  const slotId = chosen || slots.data?.[0]?.id;
  const startsAt = fromZonedInput(startInput, timeZone);
  const endsAt = fromZonedInput(endInput, timeZone);
  const isBackwards = startsAt !== null && endsAt !== null && Date.parse(endsAt) <= Date.parse(startsAt);
  return (
    <FormDialog
      title={fillText(words.title, { what })}
      confirmLabel={words.confirm}
      busy={busy}
      disabled={!slotId}
      onClose={closeResourceDialog}
      onConfirm={() => {
        if (slotId && !isBackwards) void start({ slotId, startsAt, endsAt, audience });
      }}
    >
      <p>{words.text}</p>
      {slots.error && <ErrorPanel error={slots.error} onRetry={() => void slots.refetch()} />}
      {slots.data?.length === 0 && <p>{words.none}</p>}
      <div className="resource-form">
        <SelectField
          wide
          label={words.slot}
          value={slotId ?? ''}
          options={(slots.data ?? []).map(({ id, name, ...slot }) => ({
            value: id,
            label: fillText(words.slotOf, { ...slot, name: slotNameIn(texts.words.homeSlots, name) }),
          }))}
          onChange={setChosen}
        />
        <TextField label={words.startsAt} type="datetime-local" value={startInput} onChange={setStart} />
        <TextField
          label={words.endsAt}
          type="datetime-local"
          value={endInput}
          error={isBackwards ? words.backwards : undefined}
          onChange={setEnd}
        />
        <p className="field-help field-wide">{fillText(words.zone, { zone: timeZone })}</p>
        <AudienceField value={audience} onChange={setAudience} />
      </div>
    </FormDialog>
  );
}
