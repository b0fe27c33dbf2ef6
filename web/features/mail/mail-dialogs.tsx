import {
  createMailTemplate,
  deleteMailTemplate,
  listMailTemplates,
  type MailTemplate,
  updateMailTemplate,
} from '@lectern/contract/features/mail-template.ts';
import { useQuery } from '@tanstack/react-query';
import { useId, useState } from 'react';
import { Button, IconButton } from '../../components/button.tsx';
import { ConfirmDialog } from '../../components/confirm-dialog.tsx';
import { Dialog } from '../../components/dialog.tsx';
import { EmptyState } from '../../components/empty-state.tsx';
import { ErrorPanel, QueryError } from '../../components/error-panel.tsx';
import { fieldErrorsOf } from '../../components/field.tsx';
import { Skeleton, SkeletonRegion } from '../../components/skeleton.tsx';
import { SmallTable } from '../../components/small-table.tsx';
import { TextField } from '../../components/text-field.tsx';
import { useFormat } from '../../lib/format.ts';
import { fillText, useTexts } from '../../lib/i18n/use-texts.ts';
import { navigate } from '../../lib/navigation.ts';
import { notify } from '../../lib/notifications.ts';
import { queryOf, useMutationOf } from '../../lib/queries.ts';
import { useStore } from '../../lib/store.ts';
import { MessageFields } from './compose/message-fields.tsx';
import { PreviewCard } from './compose/preview-card.tsx';
import { closeMailDialog, type MailTarget, mailDialog, startOn } from './mail-actions.ts';
import { newMailHref } from './mail-href.ts';
import { SubjectShown, subjectText } from './mail-state.tsx';
import './templates/templates.css';

/** Renders the open dialog, if any. */
export function MailDialogs() {
  const open = useStore(mailDialog);
  if (open?.kind === 'templates') return <TemplatesPanel onClose={closeMailDialog} />;
  return open ? <DeleteDialog target={open.target} /> : null;
}

function DeleteDialog({ target }: { target: MailTarget }) {
  const { mail } = useTexts();
  const format = useFormat();
  const [busy, setBusy] = useState(false);
  const what = target.row
    ? `“${subjectText(target.row.subject) || mail.noSubject}”`
    : fillText(mail.count, { count: format.number(target.count) });
  const confirm = async () => {
    setBusy(true);
    // The global error handler shows why it couldn't start.
    await startOn('delete', target).catch(() => undefined);
    closeMailDialog();
  };
  return (
    <ConfirmDialog
      open
      title={fillText(mail.deleteTitle, { what })}
      confirmLabel={mail.actions.delete}
      look="danger"
      busy={busy}
      onConfirm={() => void confirm()}
      onClose={closeMailDialog}
    >
      {mail.deleteText}
    </ConfirmDialog>
  );
}

/** All templates: create, edit, use and delete. */
function TemplatesPanel({ onClose }: { onClose: () => void }) {
  const texts = useTexts().mail.templates;
  const templates = useQuery(queryOf(listMailTemplates, {}, { quiet: true }));
  const [action, setAction] = useState<TemplateAction | { kind: 'create' } | null>(null);
  const rows = templates.data;
  const end = () => setAction(null);
  const footer = (
    <Button look="primary" icon="plus" onClick={() => setAction({ kind: 'create' })}>
      {texts.create}
    </Button>
  );
  if (action?.kind === 'create' || action?.kind === 'edit')
    return <TemplateForm {...(action.kind === 'edit' && { template: action.template })} onEnd={end} />;
  return (
    <Dialog open className="mail-templates" title={texts.title} onClose={onClose} footer={footer}>
      <p>{texts.text}</p>
      {templates.error && <QueryError query={templates} keepsOld={rows !== undefined} />}
      {templates.isPending && (
        <SkeletonRegion>
          <Skeleton height={120} />
        </SkeletonRegion>
      )}
      {rows?.length === 0 && (
        <EmptyState icon="document" title={texts.emptyTitle}>
          {texts.emptyText}
        </EmptyState>
      )}
      {rows && rows.length > 0 && <TemplateTable templates={rows} onAction={setAction} />}
      {action?.kind === 'delete' && <DeleteTemplate template={action.template} onEnd={end} />}
    </Dialog>
  );
}

function DeleteTemplate({ template, onEnd }: { template: MailTemplate; onEnd: () => void }) {
  const texts = useTexts().mail.templates;
  const remove = useMutationOf(deleteMailTemplate, { invalidates: [listMailTemplates] });
  const { name, id } = template;
  const confirm = () =>
    remove.mutate(
      { params: { id } },
      {
        onSuccess: () => notify({ level: 'success', title: fillText(texts.deleted, { name }) }),
        onSettled: onEnd,
      },
    );
  return (
    <ConfirmDialog
      open
      title={fillText(texts.deleteTitle, { name })}
      confirmLabel={texts.deleteLabel}
      look="danger"
      busy={remove.isPending}
      onConfirm={confirm}
      onClose={onEnd}
    >
      {texts.deleteText}
    </ConfirmDialog>
  );
}

type TemplateAction = { kind: 'edit' | 'delete'; template: MailTemplate };

type Props = { templates: readonly MailTemplate[]; onAction: (action: TemplateAction) => void };

function TemplateTable({ templates, onAction }: Props) {
  const texts = useTexts().mail.templates;
  const format = useFormat();
  return (
    <div className="mail-templates-scroll">
      <SmallTable columns={[texts.name, { number: texts.used }, texts.changed, null]}>
        {templates.map((template) => {
          const { id, name, subject, mails, updatedAt } = template;
          return (
            <tr key={id}>
              <td>
                <span className="table-strong">{name}</span>
                <small>
                  <SubjectShown subject={subject} />
                </small>
              </td>
              <td className="table-end">{format.number(mails)}</td>
              <td className="table-quiet">
                <time dateTime={updatedAt} title={format.dateTime(updatedAt)}>
                  {format.relativeTime(updatedAt)}
                </time>
              </td>
              <td className="table-end mail-template-actions">
                <IconButton
                  icon="send"
                  label={fillText(texts.write, { name })}
                  onClick={() => navigate(newMailHref(id))}
                />
                <IconButton
                  icon="edit"
                  label={fillText(texts.edit, { name })}
                  onClick={() => onAction({ kind: 'edit', template })}
                />
                <IconButton
                  icon="trash"
                  label={fillText(texts.delete, { name })}
                  onClick={() => onAction({ kind: 'delete', template })}
                />
              </td>
            </tr>
          );
        })}
      </SmallTable>
    </div>
  );
}

const settings = { invalidates: [listMailTemplates], quiet: true };

/** Creates or edits a template, with a preview. */
function TemplateForm({ template, onEnd }: { template?: MailTemplate; onEnd: () => void }) {
  const { mail, words } = useTexts();
  const texts = mail.templates;
  const form = useId();
  const [values, setValues] = useState({
    name: template?.name ?? '',
    subject: template?.subject ?? '',
    body: template?.body ?? '',
  });
  const [isSent, setSent] = useState(false);
  const create = useMutationOf(createMailTemplate, { ...settings, idempotent: true });
  const update = useMutationOf(updateMailTemplate, settings);
  const error = template ? update.error : create.error;
  const problems: Record<string, string> = error ? fieldErrorsOf(error) : {};
  const nameError = error?.code === 'nameTaken' ? texts.taken : problems.name;
  const set = (change: Partial<typeof values>) => {
    setValues((known) => ({ ...known, ...change }));
    create.reset();
    update.reset();
  };
  const submit = () => {
    setSent(true);
    const body = { ...values, name: values.name.trim() };
    if (!body.name) return;
    const onSuccess = (saved: MailTemplate) => {
      notify({ level: 'success', title: fillText(texts.saved, { name: saved.name }) });
      onEnd();
    };
    if (template) {
      update.mutate({ params: { id: template.id }, body: { ...body, version: template.version } }, { onSuccess });
    } else create.mutate({ body }, { onSuccess });
  };
  const footer = (
    <>
      <Button onClick={onEnd}>{words.cancel}</Button>
      <Button look="primary" submits form={form} busy={create.isPending || update.isPending}>
        {texts.save}
      </Button>
    </>
  );
  return (
    <Dialog
      open
      className="mail-template-form"
      title={template ? texts.editTitle : texts.createTitle}
      onClose={onEnd}
      footer={footer}
    >
      <form
        id={form}
        noValidate
        className="mail-template-fields"
        onSubmit={(event) => {
          event.preventDefault();
          submit();
        }}
      >
        {error && !nameError && <ErrorPanel error={error} title={texts.notSaved} />}
        <TextField
          label={texts.name}
          value={values.name}
          maxLength={100}
          autoComplete="off"
          error={nameError ?? (isSent && !values.name.trim() ? words.required : undefined)}
          data-first-focus
          onChange={(name) => set({ name })}
        />
        <MessageFields values={values} problems={problems} onChange={set} />
      </form>
      <PreviewCard subject={values.subject} body={values.body} />
    </Dialog>
  );
}
