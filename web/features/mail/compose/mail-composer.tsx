import { type MailAudience, type MailView, writtenKinds } from '@lectern/contract/features/mail.ts';
import type { AudienceMeasure } from '@lectern/contract/features/mail-compose.ts';
import { listMailTemplates, type MailTemplate } from '@lectern/contract/features/mail-template.ts';
import { useQuery } from '@tanstack/react-query';
import { type RefObject, useEffect, useRef, useState } from 'react';
import { Card } from '../../../components/card.tsx';
import { ConfirmDialog } from '../../../components/confirm-dialog.tsx';
import { DetailNotices } from '../../../components/detail/detail-notices.tsx';
import { DetailSaveBar } from '../../../components/detail/detail-save-bar.tsx';
import { useSheetKeys } from '../../../components/detail/detail-sheet.tsx';
import { ErrorPanel } from '../../../components/error-panel.tsx';
import { PageHeader } from '../../../components/page-header.tsx';
import { SelectField } from '../../../components/select-field.tsx';
import { UnsavedGuard } from '../../../components/unsaved-guard.tsx';
import { useFormat } from '../../../lib/format.ts';
import { fillText, useTexts } from '../../../lib/i18n/use-texts.ts';
import { queryOf } from '../../../lib/queries.ts';
import { BackLink, mailState, ServerNotice, SubjectShown } from '../mail-state.tsx';
import { AudienceField } from './audience-field.tsx';
import { AttachmentsField, MessageFields } from './message-fields.tsx';
import { PreviewCard } from './preview-card.tsx';
import { isNobody, SendActions, useAudienceMeasure } from './send-actions.tsx';
import { type Composer, useComposer, type Written } from './use-composer.ts';
import '../../../components/detail/detail.css';
import '../../../components/page-body.css';
import './mail-composer.css';
import './audience-card.css';

const speeds = [10, 30, 60, 120, 300, 600] as const;

/** Edits a draft: audience, message, attachments and preview. */
export function MailComposer(written: Written) {
  const { mail } = written;
  const texts = useTexts();
  const format = useFormat();
  const composer = useComposer(written);
  const { form, isNew, lock, editable } = composer;
  const { subject } = form.values;
  const save = () => void (editable && form.submit());
  const fields = useFirstFocus<HTMLFieldSetElement>(isNew);
  useSheetKeys({ previous: null, next: null, edit: () => undefined, save });
  return (
    <div className="page-stack mail-composer">
      <BackLink />
      <PageHeader
        title={subject ? <SubjectShown subject={subject} /> : texts.mail.compose.newTitle}
        meta={isNew ? undefined : mailState(mail, texts, format)}
      >
        <SendActions mail={mail} composer={composer} />
      </PageHeader>
      <ServerNotice />
      <DetailNotices lock={lock} onGoOn={composer.goOn} form={form} />
      <div className="page-columns">
        <Card title={texts.mail.view.message}>
          <fieldset ref={fields} className="form-grid mail-form" disabled={!editable}>
            <ComposerFields mail={mail} composer={composer} />
          </fieldset>
        </Card>
        <div className="page-stack">
          <AudienceCard audience={form.values.audience} />
          <PreviewCard subject={form.values.subject} body={form.values.body} />
        </div>
      </div>
      <DetailSaveBar edit={composer} onSave={save} />
      <UnsavedGuard unsaved={form.changed.length > 0} />
    </div>
  );
}

function ComposerFields({ mail, composer }: { mail: MailView; composer: Composer }) {
  const { compose, kinds } = useTexts().mail;
  const format = useFormat();
  const { form, editable, chosen, pick } = composer;
  const { values, set, changed } = form;
  const speed = values.throttle;
  const offered = [...new Set([...speeds, ...(speed ? [speed] : [])])].sort((left, right) => left - right);
  return (
    <>
      <AudienceField
        audience={values.audience}
        chosen={chosen}
        onChange={(audience, choice) => {
          if (choice) pick(choice);
          set('audience', audience);
        }}
      />
      <TemplateField
        value={values.templateId}
        isEmpty={!values.subject.trim() && !values.body.trim()}
        onChoose={(template) => {
          set('templateId', template?.id ?? null);
          if (!template) return;
          set('subject', template.subject);
          set('body', template.body);
        }}
      />
      <SelectField
        label={compose.kind}
        value={values.kind}
        changed={changed.includes('kind')}
        options={writtenKinds.map((value) => ({ value, label: kinds[value] }))}
        onChange={(kind) => set('kind', kind)}
      />
      <MessageFields
        values={values}
        problems={form.problems}
        changed={changed}
        onChange={
          editable
            ? ({ subject, body }) => {
                if (subject !== undefined) set('subject', subject);
                if (body !== undefined) set('body', body);
              }
            : undefined
        }
      />
      <AttachmentsField
        ids={values.attachmentIds}
        files={mail.files}
        error={form.problems.attachmentIds}
        onChange={(ids) => set('attachmentIds', ids)}
      />
      <SelectField
        label={compose.throttle}
        value={String(speed ?? '')}
        changed={changed.includes('throttle')}
        options={[
          { value: '', label: compose.throttleNone },
          ...offered.map((count) => ({
            value: String(count),
            label: fillText(compose.throttleOf, { count: format.number(count) }),
          })),
        ]}
        onChange={(value) => set('throttle', value === '' ? null : Number(value))}
      />
    </>
  );
}

type Props = {
  value: string | null;
  /** True when there is no text that a template would replace. */
  isEmpty: boolean;
  onChoose: (template: MailTemplate | null) => void;
};

/** Starts from a template; asks before replacing existing text. */
function TemplateField({ value, isEmpty, onChoose }: Props) {
  const { templates: texts } = useTexts().mail;
  const templates = useQuery(queryOf(listMailTemplates, {}, { quiet: true })).data ?? [];
  const [asked, setAsked] = useState<MailTemplate | null>(null);
  const choose = (id: string) => {
    const template = templates.find((one) => one.id === id) ?? null;
    if (!template || isEmpty) onChoose(template);
    else setAsked(template);
  };
  return (
    <>
      <SelectField
        label={texts.choose}
        value={value ?? ''}
        options={[{ value: '', label: texts.blank }, ...templates.map(({ id, name }) => ({ value: id, label: name }))]}
        onChange={choose}
      />
      <ConfirmDialog
        open={asked !== null}
        title={texts.replaceTitle}
        confirmLabel={texts.replace}
        onConfirm={() => {
          onChoose(asked);
          setAsked(null);
        }}
        onClose={() => setAsked(null)}
      >
        {fillText(texts.replaceText, { name: asked?.name ?? '' })}
      </ConfirmDialog>
    </>
  );
}

/** Current number of recipients, and who is left out and why. */
function AudienceCard({ audience }: { audience: MailAudience }) {
  const { compose } = useTexts().mail;
  const format = useFormat();
  const measure = useAudienceMeasure(audience);
  const { data, error } = measure;
  const headline = () => {
    if (isNobody(audience)) return compose.chooseFirst;
    if (!data) return compose.measuring;
    if (data.recipients === 0) return compose.noRecipients;
    return fillText(compose.recipients, { count: format.number(data.recipients) });
  };
  return (
    <Card title={compose.audience}>
      <div className="mail-measure" aria-busy={measure.isFetching}>
        <p className="mail-measure-count" role="status">
          {headline()}
        </p>
        {error && <ErrorPanel error={error} retrying={measure.isFetching} onRetry={() => void measure.refetch()} />}
        {data && !isNobody(audience) && <LeftOut measure={data} />}
      </div>
    </Card>
  );
}

function LeftOut({ measure: { leftOut } }: { measure: AudienceMeasure }) {
  const { compose, reasons } = useTexts().mail;
  const format = useFormat();
  if (leftOut.length === 0) return <p>{compose.nobodyLeftOut}</p>;
  return (
    <>
      <h3>{compose.leftOut}</h3>
      {leftOut.map(({ reason, count, people }) => (
        <details key={reason}>
          <summary>
            <span>{reasons[reason]}</span> <em>{format.number(count)}</em>
          </summary>
          <ul>
            {people.map(({ id, name }) => (
              <li key={id}>{name}</li>
            ))}
            {count > people.length && (
              <li>{fillText(compose.andMore, { count: format.number(count - people.length) })}</li>
            )}
          </ul>
        </details>
      ))}
    </>
  );
}

/** Focuses the first field of a part of the page when it opens. */
function useFirstFocus<Part extends HTMLElement>(wanted: boolean): RefObject<Part | null> {
  const part = useRef<Part>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: afterwards the user moves the focus
  useEffect(() => {
    if (wanted) part.current?.querySelector<HTMLElement>('input:not([type="hidden"])')?.focus();
  }, []);
  return part;
}
