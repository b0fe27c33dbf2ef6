import { listResources } from '@lectern/contract/features/resource.ts';
import { deleteTag, listTags, mergeTags, renameTag, type Tag } from '@lectern/contract/features/tag.ts';
import { useState } from 'react';
import { Button } from '../../../components/button.tsx';
import { ConfirmDialog } from '../../../components/confirm-dialog.tsx';
import { Dialog } from '../../../components/dialog.tsx';
import { FormDialog } from '../../../components/form-dialog.tsx';
import { countWords } from '../../../components/list-page/count-words.ts';
import { SelectField } from '../../../components/select-field.tsx';
import { TextField } from '../../../components/text-field.tsx';
import { useFormat } from '../../../lib/format.ts';
import { withNote } from '../../../lib/i18n/punctuation.ts';
import { fillText, useTexts } from '../../../lib/i18n/use-texts.ts';
import { notify } from '../../../lib/notifications.ts';
import { useMutationOf } from '../../../lib/queries.ts';

const invalidates = [listTags, listResources];

export function RenameTagDialog({ tag, onEnd }: { tag: Tag; onEnd: () => void }) {
  const { resourceDialogs, words, resource } = useTexts();
  const texts = resourceDialogs.tagManager;
  const [name, setName] = useState(tag.name);
  const rename = useMutationOf(renameTag, { invalidates, quiet: true });
  const isTaken = rename.error?.status === 409;
  const submit = () => {
    const wanted = name.trim();
    if (!wanted) return;
    if (wanted === tag.name) return onEnd();
    rename.mutate(
      { params: { id: tag.id }, body: { name: wanted } },
      {
        onSuccess: () => {
          notify({ level: 'success', title: fillText(texts.renamed, { name: wanted }) });
          onEnd();
        },
      },
    );
  };
  return (
    <FormDialog
      title={fillText(texts.renameOf, { name: tag.name })}
      confirmLabel={texts.rename}
      busy={rename.isPending}
      error={rename.error && !isTaken ? rename.error : null}
      errorTitle={resource.move.refused}
      onConfirm={submit}
      onClose={onEnd}
    >
      <TextField
        label={texts.newName}
        value={name}
        maxLength={60}
        autoComplete="off"
        error={isTaken ? texts.taken : name.trim() ? undefined : words.required}
        data-first-focus
        onChange={setName}
      />
    </FormDialog>
  );
}

export function DeleteTagDialog({ tag, onEnd }: { tag: Tag; onEnd: () => void }) {
  const texts = useTexts().resourceDialogs.tagManager;
  const format = useFormat();
  const remove = useMutationOf(deleteTag, { invalidates });
  const confirm = () =>
    remove.mutate(
      { params: { id: tag.id } },
      {
        onSuccess: () => {
          notify({ level: 'success', title: fillText(texts.deleted, { name: tag.name }) });
          onEnd();
        },
      },
    );
  return (
    <ConfirmDialog
      open
      title={fillText(texts.deleteTitle, { name: tag.name })}
      confirmLabel={texts.delete}
      look="danger"
      busy={remove.isPending}
      onConfirm={confirm}
      onClose={onEnd}
    >
      {fillText(texts.deleteText, { count: countWords(tag.resources, format) })}
    </ConfirmDialog>
  );
}

export function MergeTagsDialog({ tags, onEnd }: { tags: readonly Tag[]; onEnd: () => void }) {
  const { resourceDialogs, words } = useTexts();
  const texts = resourceDialogs.tagManager;
  const format = useFormat();
  // The most used tag is preselected as the one to keep.
  const inOrder = tags.toSorted((left, right) => right.resources.value - left.resources.value);
  const [keepId, setKeepId] = useState(inOrder[0]?.id ?? '');
  const merge = useMutationOf(mergeTags, { invalidates });
  const submit = () =>
    merge.mutate(
      {
        params: { id: keepId },
        body: { fromIds: tags.map(({ id }) => id).filter((id) => id !== keepId) },
      },
      {
        onSuccess: ({ name }) => {
          notify({ level: 'success', title: fillText(texts.merged, { name }) });
          onEnd();
        },
      },
    );
  const footer = (
    <>
      <Button onClick={onEnd}>{words.cancel}</Button>
      <Button look="danger" busy={merge.isPending} onClick={submit}>
        {texts.merge}
      </Button>
    </>
  );
  return (
    <Dialog open title={fillText(texts.mergeTitle, { count: tags.length })} onClose={onEnd} footer={footer}>
      <p>{texts.mergeText}</p>
      <SelectField
        label={texts.mergeInto}
        value={keepId}
        options={inOrder.map(({ id, name, resources }) => ({
          value: id,
          label: withNote(name, countWords(resources, format)),
        }))}
        onChange={setKeepId}
      />
    </Dialog>
  );
}
