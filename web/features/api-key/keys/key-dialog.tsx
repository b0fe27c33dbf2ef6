import { defaultAudience } from '@lectern/contract/audience.ts';
import {
  type ApiKey,
  callsPerMinuteLimits,
  createApiKey,
  listApiKeys,
  updateApiKey,
} from '@lectern/contract/features/api-key.ts';
import { type ApiKeyScope, apiKeyScopes } from '@lectern/contract/portal/portal-access.ts';
import { useState } from 'react';
import { AudienceField } from '../../../components/audience-field.tsx';
import { fieldErrorsOf } from '../../../components/field.tsx';
import { FormDialog } from '../../../components/form-dialog.tsx';
import { TextField } from '../../../components/text-field.tsx';
import { useCurrentUser } from '../../../lib/current-user.tsx';
import { useFormat } from '../../../lib/format.ts';
import { fillText, useTexts } from '../../../lib/i18n/use-texts.ts';
import { notify } from '../../../lib/notifications.ts';
import { useMutationOf } from '../../../lib/queries.ts';
import { fromZonedInput, toZonedInput, zoneName } from '../../../lib/zoned-time.ts';
import { TickList } from '../tick-list.tsx';

const settings = { invalidates: [listApiKeys], quiet: true };

type Props = {
  /** Absent when a new key is being created. */
  known?: ApiKey;
  onMade: (made: { key: ApiKey; secret: string }) => void;
  onClose: () => void;
};

/** Creates or edits an API key. */
export function KeyDialog({ known, onMade, onClose }: Props) {
  const { apiKey, words } = useTexts();
  const texts = apiKey.form;
  const { timeZone } = useCurrentUser();
  const format = useFormat();
  const [name, setName] = useState(known?.name ?? '');
  const [scopes, setScopes] = useState<ApiKeyScope[]>(known?.scopes ?? [...apiKeyScopes]);
  const [audience, setAudience] = useState(known?.audience ?? defaultAudience);
  const [limit, setLimit] = useState(String(known?.callsPerMinute ?? callsPerMinuteLimits.default));
  const [expires, setExpires] = useState(known?.expiresAt ? toZonedInput(known.expiresAt, timeZone) : '');
  const [isSent, setSent] = useState(false);
  const create = useMutationOf(createApiKey, { ...settings, idempotent: true });
  const update = useMutationOf(updateApiKey, settings);
  const error = known ? update.error : create.error;
  const refused = fieldErrorsOf(error);

  const callsPerMinute = Number(limit);
  const { min, max } = callsPerMinuteLimits;
  const limits = { min: format.number(min), max: format.number(max) };
  const isLimit = Number.isInteger(callsPerMinute) && callsPerMinute >= min && callsPerMinute <= max;
  const expiresAt = expires ? fromZonedInput(expires, timeZone) : null;
  const isPast = expires !== '' && (expiresAt === null || Date.parse(expiresAt) <= Date.now());
  const isUnchangedEnd = known?.expiresAt && expires === toZonedInput(known.expiresAt, timeZone);
  const problems = {
    name: name.trim() ? undefined : words.required,
    scopes: scopes.length > 0 ? undefined : texts.scopesMissing,
    limit: limit.trim() && isLimit ? undefined : fillText(texts.limitProblem, limits),
    expires: isPast && !isUnchangedEnd ? texts.expiresPast : undefined,
  };
  const shown: Partial<typeof problems> = isSent ? problems : {};

  const submit = () => {
    setSent(true);
    if (Object.values(problems).some(Boolean)) return;
    const body = { name: name.trim(), scopes, audience, callsPerMinute, expiresAt };
    if (!known) return create.mutate({ body }, { onSuccess: onMade });
    const onSuccess = (saved: ApiKey) => {
      notify({ level: 'success', title: fillText(texts.saved, { name: saved.name }) });
      onClose();
    };
    // The input has no seconds, so an unchanged expiry is not sent.
    const end = isUnchangedEnd ? {} : { expiresAt };
    const { expiresAt: _, ...rest } = body;
    update.mutate({ params: { id: known.id }, body: { ...rest, ...end, version: known.version } }, { onSuccess });
  };
  return (
    <FormDialog
      title={known ? texts.editTitle : texts.makeTitle}
      confirmLabel={known ? words.save : texts.make}
      busy={create.isPending || update.isPending}
      error={error}
      errorTitle={texts.notSaved}
      onConfirm={submit}
      onClose={onClose}
    >
      <TextField
        label={texts.name}
        hint={texts.nameHint}
        value={name}
        maxLength={100}
        autoComplete="off"
        error={shown.name ?? refused.name}
        data-first-focus
        onChange={setName}
      />
      <TickList
        label={texts.scopes}
        options={apiKeyScopes.map((value) => ({
          value,
          label: apiKey.scopes[value],
          text: apiKey.scopeTexts[value],
        }))}
        value={scopes}
        error={shown.scopes ?? refused.scopes}
        onChange={setScopes}
      />
      <AudienceField value={audience} hint={apiKey.audienceTexts[audience]} onChange={setAudience} />
      <TextField
        label={texts.limit}
        hint={fillText(texts.limitHint, limits)}
        type="number"
        min={min}
        max={max}
        value={limit}
        error={shown.limit ?? refused.callsPerMinute}
        onChange={setLimit}
      />
      <TextField
        label={texts.expires}
        hint={fillText(texts.expiresHint, { zone: zoneName(timeZone) })}
        type="datetime-local"
        value={expires}
        error={shown.expires ?? refused.expiresAt}
        onChange={setExpires}
      />
    </FormDialog>
  );
}
