import { type MailView, writtenKinds } from '@lectern/contract/features/mail.ts';
import { mailKindWords } from '@lectern/contract/features/mail-words.ts';
import { Card } from '../../../components/card.tsx';
import { DetailNotices } from '../../../components/detail/detail-notices.tsx';
import { DetailSaveBar } from '../../../components/detail/detail-save-bar.tsx';
import { useSheetKeys } from '../../../components/detail/use-sheet-keys.ts';
import { PageHeader } from '../../../components/page-header.tsx';
import { SelectField } from '../../../components/select-field.tsx';
import { UnsavedGuard } from '../../../components/unsaved-guard.tsx';
import { useFirstFocus } from '../../../components/use-first-focus.ts';
import { useFormat } from '../../../lib/format.ts';
import { inLanguage } from '../../../lib/i18n/in-language.ts';
import { fillText, useTexts } from '../../../lib/i18n/use-texts.ts';
import { BackLink } from '../back-link.tsx';
import { mailState } from '../mail-state.tsx';
import { ServerNotice } from '../server-notice.tsx';
import { SubjectShown } from '../subject-shown.tsx';
import { AttachmentsField } from './attachments-field.tsx';
import { AudienceCard } from './audience-card.tsx';
import { AudienceField } from './audience-field.tsx';
import { MessageFields } from './message-fields.tsx';
import { PreviewCard } from './preview-card.tsx';
import { SendActions } from './send-actions.tsx';
import { TemplateField } from './template-field.tsx';
import { type Composer, useComposer, type Written } from './use-composer.ts';
import '../../../components/detail/detail.css';
import '../../../components/page-body.css';
import './mail-composer.css';

const speeds = [10, 30, 60, 120, 300, 600] as const;

/** A draft: whom it goes to, what it says, and how people will see it. */
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
      <DetailSaveBar
        changes={form.changed.length}
        saving={form.saving}
        blocked={!editable}
        onSave={save}
        onDiscard={form.discard}
      />
      <UnsavedGuard unsaved={form.changed.length > 0} />
    </div>
  );
}

function ComposerFields({ mail, composer }: { mail: MailView; composer: Composer }) {
  const { compose } = useTexts().mail;
  const format = useFormat();
  const { form, editable, chosen, pick } = composer;
  const { values, set, changed } = form;
  const kinds = inLanguage(mailKindWords);
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
