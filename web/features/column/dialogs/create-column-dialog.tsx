import { type ColumnNode, columnFields, createColumn } from '@lectern/contract/features/column.ts';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { fieldErrorsOf } from '../../../components/field.tsx';
import { FormDialog } from '../../../components/form-dialog.tsx';
import { TextField } from '../../../components/text-field.tsx';
import { fillText, useTexts } from '../../../lib/i18n/use-texts.ts';
import { notify } from '../../../lib/notifications.ts';
import { useMutationOf } from '../../../lib/queries.ts';
import { useColumnAddress } from '../column-address.ts';
import { closeColumnDialog } from '../column-dialog.ts';
import { refreshColumns, setColumns } from '../use-columns.ts';
import './column-dialogs.css';

export function CreateColumnDialog({ parent }: { parent: ColumnNode | null }) {
  const { column: words, words: common } = useTexts();
  const client = useQueryClient();
  const { open } = useColumnAddress();
  const create = useMutationOf(createColumn, { quiet: true, idempotent: true });
  const [name, setName] = useState('');
  const [slug, setSlug] = useState('');
  const [tried, setTried] = useState(false);
  const refused = fieldErrorsOf(create.error);
  const nameProblem = columnFields.name.safeParse(name).success ? undefined : common.required;
  const slugProblem = !slug.trim() || columnFields.slug.safeParse(slug).success ? undefined : words.form.slugWrong;
  const confirm = () => {
    setTried(true);
    if (nameProblem || slugProblem) return;
    const body = { parentId: parent?.id ?? null, name, ...(slug.trim() && { slug }) };
    create.mutate(
      { body },
      {
        onSuccess: (made) => {
          setColumns(client, (columns) => [...columns, made]);
          void refreshColumns(client);
          notify({ level: 'success', title: fillText(words.done.created, { name: made.name }) });
          closeColumnDialog();
          open(made.id, 'content');
        },
      },
    );
  };
  return (
    <FormDialog
      title={parent ? fillText(words.dialog.createBelow, { name: parent.name }) : words.dialog.createTitle}
      confirmLabel={words.dialog.create}
      busy={create.isPending}
      errorTitle={words.dialog.refused}
      error={Object.keys(refused).length === 0 ? create.error : null}
      onClose={closeColumnDialog}
      onConfirm={confirm}
    >
      <TextField
        label={words.form.name}
        value={name}
        maxLength={100}
        autoComplete="off"
        error={refused.name ?? (tried ? nameProblem : undefined)}
        onChange={setName}
        data-first-focus
      />
      <TextField
        label={words.form.slug}
        value={slug}
        maxLength={100}
        autoComplete="off"
        spellCheck={false}
        hint={words.form.slugFree}
        error={refused.slug ?? (tried ? slugProblem : undefined)}
        onChange={setSlug}
      />
    </FormDialog>
  );
}
