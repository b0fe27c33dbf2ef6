import {
  createMail,
  getMail,
  listMails,
  type MailView,
  type NewMail,
  newMailId,
  updateMail,
} from '@lectern/contract/features/mail.ts';
import { listMailActivity, mailDetailEndpoints } from '@lectern/contract/features/mail-detail.ts';
import { unknownPlaces } from '@lectern/contract/features/mail-text.ts';
import { useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { useDetailForm } from '../../../components/detail/use-detail-form.ts';
import { useEditLock } from '../../../components/detail/use-editing.ts';
import { fieldErrorsOf } from '../../../components/field.tsx';
import { call } from '../../../lib/api-client.ts';
import type { ApiError } from '../../../lib/api-error.ts';
import { useTexts } from '../../../lib/i18n/use-texts.ts';
import { notify } from '../../../lib/notifications.ts';
import { isAnswerOf, queryOf } from '../../../lib/queries.ts';
import { randomId } from '../../../lib/random-id.ts';
import type { AudienceChoice } from './audience-field.tsx';

type Values = NewMail;

export function valuesOf(mail: MailView): Values {
  return {
    kind: mail.kind === 'system' ? 'notice' : mail.kind,
    subject: mail.subject,
    body: mail.body,
    templateId: mail.template?.id ?? null,
    audience: mail.audience,
    attachmentIds: mail.files.map(({ resourceId }) => resourceId),
    throttle: mail.throttle,
  };
}

/** Shows attachment errors at the attachments field. */
function refused(error: ApiError): Partial<Record<keyof Values, string>> {
  if (error.code === 'mailAttachmentRefused' || error.code === 'mailAttachmentsTooLarge')
    return { attachmentIds: error.message };
  return fieldErrorsOf(error) as Partial<Record<keyof Values, string>>;
}

export type Written = {
  mail: MailView;
  refresh: () => Promise<unknown>;
  /** Called after the first save, which creates the draft; opening the page alone creates none. */
  onMade: (stored: MailView) => void;
};

/** Edit state of a draft: edit lock and version check. */
export function useComposer({ mail, refresh, onMade }: Written) {
  const { compose } = useTexts().mail;
  const client = useQueryClient();
  const saved = useRef<MailView | null>(null);
  // True while saving as part of another action, which shows its own notification; a second one would cover its
  // buttons.
  const onTheWay = useRef(false);
  const isNew = mail.id === newMailId;
  const [picked, setPicked] = useState<AudienceChoice[]>([]);
  // Recomputed only for a new version, so that unchanged values keep their identity.
  const [stored, setStored] = useState({ version: mail.version, values: valuesOf(mail) });
  if (stored.version !== mail.version) setStored({ version: mail.version, values: valuesOf(mail) });
  const form = useDetailForm<Values>({
    id: mail.id,
    stored: stored.values,
    isNew,
    check: ({ subject, body }) => ({
      // Empty messages, because the fields show the error themselves while typing.
      ...(unknownPlaces(subject).length > 0 && { subject: '' }),
      ...(unknownPlaces(body).length > 0 && { body: '' }),
    }),
    refused,
    reload: refresh,
    save: async (values, changed) => {
      const now = isNew ? await begin(values) : await change(mail, values, changed);
      saved.current = now;
      client.setQueryData(queryOf(getMail, { params: { id: now.id } }).queryKey, now);
      void client.invalidateQueries({ predicate: isAnswerOf([listMails, listMailActivity]) });
      if (!onTheWay.current) notify({ level: 'success', title: compose.saved });
      if (isNew) onMade(now);
    },
  });
  const lock = useEditLock(mailDetailEndpoints, isNew ? null : mail.id, form.changed.length > 0);
  const editable = !lock.other && !lock.finished;
  return {
    form,
    isNew,
    lock,
    editable,
    chosen: [...new Map([...picked, ...mail.chosen].map((one) => [`${one.part} ${one.id}`, one])).values()],
    pick: (choice: AudienceChoice) => setPicked((known) => [...known, choice]),
    goOn: () => {
      lock.goOn();
      void refresh();
    },
    /** Saves pending changes and returns the stored mail; null when saving was refused. */
    async stored(): Promise<MailView | null> {
      if (form.changed.length === 0 && !isNew) return mail;
      saved.current = null;
      onTheWay.current = true;
      await form.submit();
      onTheWay.current = false;
      return saved.current;
    },
  };
}

function begin(values: Values): Promise<MailView> {
  return call(createMail, { body: values }, { quiet: true, idempotencyKey: randomId() });
}

function change({ id, version }: MailView, values: Values, changed: readonly (keyof Values)[]): Promise<MailView> {
  const change = Object.fromEntries(changed.map((name) => [name, values[name]]));
  return call(updateMail, { params: { id }, body: { ...change, version } }, { quiet: true });
}

export type Composer = ReturnType<typeof useComposer>;
