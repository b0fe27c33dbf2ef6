import { defaultAudience } from '@lectern/contract/audience.ts';
import {
  createWebhook,
  listWebhooks,
  updateWebhook,
  type Webhook,
  type WebhookKind,
  webhookKinds,
} from '@lectern/contract/features/webhook.ts';
import { useState } from 'react';
import { AudienceField } from '../../../components/audience-field.tsx';
import { fieldErrorsOf } from '../../../components/field.tsx';
import { FormDialog } from '../../../components/form-dialog.tsx';
import { TextField } from '../../../components/text-field.tsx';
import { joinNames } from '../../../lib/i18n/punctuation.ts';
import { fillText, useTexts } from '../../../lib/i18n/use-texts.ts';
import { notify } from '../../../lib/notifications.ts';
import { useMutationOf } from '../../../lib/queries.ts';
import { TickList } from '../tick-list.tsx';

const settings = { invalidates: [listWebhooks], quiet: true };

type Props = {
  /** Absent when a new webhook is being created. */
  known?: Webhook;
  allowedHosts: readonly string[];
  onMade: (made: { webhook: Webhook; secret: string }) => void;
  onClose: () => void;
};

/** Creates or edits a webhook. */
export function WebhookDialog({ known, allowedHosts, onMade, onClose }: Props) {
  const { apiKey, words } = useTexts();
  const texts = apiKey.webhookForm;
  const [name, setName] = useState(known?.name ?? '');
  const [url, setUrl] = useState(known?.url ?? '');
  const [kinds, setKinds] = useState<WebhookKind[]>(known?.kinds ?? [...webhookKinds]);
  const [audience, setAudience] = useState(known?.audience ?? defaultAudience);
  const [isSent, setSent] = useState(false);
  const create = useMutationOf(createWebhook, { ...settings, idempotent: true });
  const update = useMutationOf(updateWebhook, settings);
  const error = known ? update.error : create.error;
  const refused = fieldErrorsOf(error);
  const host = hostOf(url);
  // Shown as soon as the URL is valid, before the user fills in the rest.
  const foreign =
    host && !isAllowed(url, allowedHosts)
      ? fillText(texts.hostNotAllowed, { host, allowed: joinNames(allowedHosts) || words.noneOfThem })
      : undefined;
  const problems = {
    name: name.trim() ? undefined : words.required,
    url: foreign ?? (host ? undefined : texts.addressProblem),
    kinds: kinds.length > 0 ? undefined : texts.kindsMissing,
  };
  const shown: Partial<typeof problems> = isSent ? problems : { url: foreign };

  const submit = () => {
    setSent(true);
    if (Object.values(problems).some(Boolean)) return;
    const body = { name: name.trim(), url: url.trim(), kinds, audience };
    if (!known) return create.mutate({ body }, { onSuccess: onMade });
    const onSuccess = (saved: Webhook) => {
      notify({ level: 'success', title: fillText(texts.saved, { name: saved.name }) });
      onClose();
    };
    update.mutate({ params: { id: known.id }, body: { ...body, version: known.version } }, { onSuccess });
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
        value={name}
        maxLength={100}
        autoComplete="off"
        error={shown.name ?? refused.name}
        data-first-focus
        onChange={setName}
      />
      <TextField
        label={texts.address}
        hint={texts.addressHint}
        value={url}
        maxLength={2000}
        autoComplete="off"
        inputMode="url"
        error={shown.url ?? refused.url}
        onChange={setUrl}
      />
      <TickList
        label={texts.kinds}
        options={webhookKinds.map((value) => ({ value, label: apiKey.kinds[value] }))}
        value={kinds}
        error={shown.kinds ?? refused.kinds}
        onChange={setKinds}
      />
      <AudienceField value={audience} hint={apiKey.webhookAudienceTexts[audience]} onChange={setAudience} />
    </FormDialog>
  );
}

const plainPorts: Record<string, string> = { 'http:': '80', 'https:': '443' };

/** Host and port in the format of the operator's allowlist; undefined while the URL is invalid. */
export function hostOf(address: string): string | undefined {
  if (!/^https?:\/\//i.test(address.trim()) || !URL.canParse(address.trim())) return undefined;
  const { hostname, port, protocol } = new URL(address.trim());
  return `${hostname}:${port || plainPorts[protocol]}`;
}

export function isAllowed(address: string, allowedHosts: readonly string[]): boolean {
  const host = hostOf(address);
  return host !== undefined && allowedHosts.some((allowed) => allowed.toLowerCase() === host);
}
