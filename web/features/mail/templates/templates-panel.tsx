import { deleteMailTemplate, listMailTemplates, type MailTemplate } from '@lectern/contract/features/mail-template.ts';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Button } from '../../../components/button.tsx';
import { ConfirmDialog } from '../../../components/confirm-dialog.tsx';
import { Dialog } from '../../../components/dialog.tsx';
import { EmptyState } from '../../../components/empty-state.tsx';
import { ErrorPanel } from '../../../components/error-panel.tsx';
import { Skeleton, SkeletonRegion } from '../../../components/skeleton.tsx';
import { fillText, useTexts } from '../../../lib/i18n/use-texts.ts';
import { notify } from '../../../lib/notifications.ts';
import { queryOf, useMutationOf } from '../../../lib/queries.ts';
import { TemplateForm } from './template-form.tsx';
import { type TemplateDeed, TemplateTable } from './template-table.tsx';
import './templates.css';

/** Every template: made, changed, written with, deleted. */
export function TemplatesPanel({ onClose }: { onClose: () => void }) {
  const texts = useTexts().mail.templates;
  const templates = useQuery(queryOf(listMailTemplates, {}, { quiet: true }));
  const [deed, setDeed] = useState<TemplateDeed | { kind: 'create' } | null>(null);
  const rows = templates.data;
  const end = () => setDeed(null);
  const footer = (
    <Button look="primary" icon="plus" onClick={() => setDeed({ kind: 'create' })}>
      {texts.create}
    </Button>
  );
  if (deed?.kind === 'create' || deed?.kind === 'edit')
    return <TemplateForm {...(deed.kind === 'edit' && { template: deed.template })} onEnd={end} />;
  return (
    <Dialog open className="mail-templates" title={texts.title} onClose={onClose} footer={footer}>
      <p>{texts.text}</p>
      {templates.error && (
        <ErrorPanel
          error={templates.error}
          keepsOld={rows !== undefined}
          retrying={templates.isFetching}
          onRetry={() => void templates.refetch()}
        />
      )}
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
      {rows && rows.length > 0 && <TemplateTable templates={rows} onDeed={setDeed} />}
      {deed?.kind === 'delete' && <DeleteTemplate template={deed.template} onEnd={end} />}
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
      title={`${fillText(texts.delete, { name })}?`}
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
