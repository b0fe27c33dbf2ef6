import { previewChanges, type ResourceChanges } from '@lectern/contract/features/resource-action.ts';
import { useQuery } from '@tanstack/react-query';
import { useId, useState } from 'react';
import { call } from '../../../lib/api-client.ts';
import type { ApiError } from '../../../lib/api-error.ts';
import type { CallOutput } from '../../../lib/callable.ts';
import { currentFormat, useFormat } from '../../../lib/format.ts';
import { fillText, type Texts, useTexts } from '../../../lib/i18n/use-texts.ts';
import { Banner } from '../../banner.tsx';
import { Button } from '../../button.tsx';
import { ConfirmDialog } from '../../confirm-dialog.tsx';
import { Dialog } from '../../dialog.tsx';
import { ErrorPanel } from '../../error-panel.tsx';
import { Skeleton, SkeletonRegion } from '../../skeleton.tsx';
import { SmallTable } from '../../small-table.tsx';
import { Status } from '../../status.tsx';
import { TextField } from '../../text-field.tsx';
import { currentLanguageNames } from './current-language-names.ts';
import {
  changesOf,
  EditFields,
  type FieldDraft,
  isYear,
  noTagChange,
  TagChanges,
  type TitleDraft,
  tagChangeOf,
} from './edit-fields.tsx';
import { closeResourceDialog, type ResourceTarget } from './resource-dialog.ts';
import { useResourceStart, useSelectionDescription, useWhat } from './use-resource-start.ts';
import '../resource-form.css';
import './edit-dialog.css';

/** Bulk edit of resource metadata in three steps: enter changes, preview, apply. */
export function EditDialog({ target }: { target: ResourceTarget }) {
  const { resourceDialogs, words } = useTexts();
  const texts = resourceDialogs.edit;
  const { number } = useFormat();
  const what = useWhat(target);
  const form = useId();
  const described = useSelectionDescription(target);
  const draft = useEditDraft(target.row?.title);
  const [step, setStep] = useState<'edit' | 'preview'>('edit');
  const [tried, setTried] = useState(false);
  const [leaving, setLeaving] = useState(false);
  const preview = useChangePreview(target, step === 'preview' ? draft.changes : null);
  const { busy, start } = useResourceStart('edit', target);
  const isSet = Object.keys(draft.changes).length > 0;
  const close = () => (isSet ? setLeaving(true) : closeResourceDialog());
  const found = described.data;
  const submit = () => {
    setTried(true);
    if (!found || found.editable === 0 || !isSet || !draft.isFine) return;
    if (step === 'edit') setStep('preview');
    else if (preview.data && preview.data.changed > 0) void start(draft.changes);
  };
  const footer = (
    <>
      {step === 'preview' && (
        <Button className="dialog-foot-start" onClick={() => setStep('edit')}>
          {texts.back}
        </Button>
      )}
      <Button onClick={close}>{words.cancel}</Button>
      <Button
        look="primary"
        submits
        form={form}
        busy={busy}
        disabled={!found || found.editable === 0 || (step === 'preview' && !preview.data?.changed)}
      >
        {step === 'edit'
          ? texts.preview
          : fillText(resourceDialogs.apply, { count: number(preview.data?.changed ?? target.count) })}
      </Button>
    </>
  );
  return (
    <Dialog
      open
      className="edit-dialog"
      title={step === 'edit' ? fillText(texts.title, { what }) : texts.previewTitle}
      onClose={close}
      footer={footer}
    >
      <form
        id={form}
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          if (!busy) submit();
        }}
      >
        {described.error && <ErrorPanel error={described.error} onRetry={() => void described.refetch()} />}
        {!found && !described.error && <EditSkeleton />}
        {found && step === 'preview' && <EditPreview preview={preview} />}
        {found && step === 'edit' && (
          <div className="resource-form">
            {found.editable < found.count && (
              <Banner tone="warning">
                {found.editable === 0
                  ? texts.nothingYours
                  : fillText(texts.notYours, { count: number(found.count - found.editable) })}
              </Banner>
            )}
            <p className="field-wide edit-dialog-text">{texts.text}</p>
            <TitleChange {...draft.title} isOne={target.row !== undefined} />
            <EditFields fields={found.fields} draft={draft.fields} onChange={draft.setFields} />
            <TagChanges present={found.tags} draft={draft.tags} onChange={draft.setTags} />
            {tried && !isSet && (
              <p role="alert" className="field-wide field-error">
                {texts.nothingSet}
              </p>
            )}
          </div>
        )}
      </form>
      <ConfirmDialog
        open={leaving}
        title={texts.discardTitle}
        confirmLabel={words.discard}
        look="danger"
        onConfirm={closeResourceDialog}
        onClose={() => setLeaving(false)}
      >
        {texts.discardText}
      </ConfirmDialog>
    </Dialog>
  );
}

function EditSkeleton() {
  return (
    <SkeletonRegion className="resource-form">
      {['a', 'b', 'c', 'd', 'e', 'f'].map((key) => (
        <div key={key} className="field">
          <Skeleton width="40%" />
          <Skeleton height={32} />
        </div>
      ))}
    </SkeletonRegion>
  );
}

/** The draft of a bulk edit. For a single resource, the whole title can be edited. */
function useEditDraft(onlyTitle: string | undefined) {
  const [fields, setFields] = useState<FieldDraft>({});
  const [tags, setTags] = useState(noTagChange);
  const [title, setTitle] = useState<TitleDraft>({ find: onlyTitle ?? '', replace: onlyTitle ?? '' });
  const isTitleFine = onlyTitle === undefined || title.replace.trim() !== '';
  return {
    fields,
    setFields,
    tags,
    setTags,
    title: { value: title, isFine: isTitleFine, onChange: setTitle },
    changes: changesOf(fields, title, tagChangeOf(tags)),
    isFine: isTitleFine && isYear(fields.year ?? ''),
  };
}

type Props = { value: TitleDraft; isOne: boolean; isFine: boolean; onChange: (value: TitleDraft) => void };

/** Edits the title of one resource; for several, replaces a word in all titles. */
function TitleChange({ value, isOne, isFine, onChange }: Props) {
  const { resource, resourceDialogs, words } = useTexts();
  if (isOne)
    return (
      <TextField
        label={resource.fields.title}
        value={value.replace}
        wide
        maxLength={300}
        autoComplete="off"
        changed={value.find !== value.replace}
        error={isFine ? undefined : words.required}
        data-first-focus
        onChange={(replace) => onChange({ ...value, replace })}
      />
    );
  return (
    <>
      <TextField
        label={resourceDialogs.edit.find}
        hint={resourceDialogs.edit.findHint}
        value={value.find}
        maxLength={300}
        autoComplete="off"
        data-first-focus
        onChange={(find) => onChange({ ...value, find })}
      />
      <TextField
        label={resourceDialogs.edit.replace}
        value={value.replace}
        maxLength={300}
        autoComplete="off"
        disabled={!value.find}
        onChange={(replace) => onChange({ ...value, replace })}
      />
    </>
  );
}

type ChangePreview = CallOutput<typeof previewChanges>;

/** The effect of the edit, as computed by the server. */
function useChangePreview({ list, selection }: ResourceTarget, changes: ResourceChanges | null) {
  return useQuery<ChangePreview, ApiError>({
    queryKey: ['resource.previewChanges', list, selection, changes],
    queryFn: ({ signal }) =>
      call(previewChanges, { body: { list, selection, changes: changes ?? {} } }, { quiet: true, signal }),
    enabled: changes !== null,
    staleTime: 0,
    gcTime: 0,
    refetchOnWindowFocus: false,
  });
}

type EditPreviewProps = { preview: ReturnType<typeof useChangePreview> };

/** How many resources change, stay the same or are refused, with before and after examples. */
function EditPreview({ preview }: EditPreviewProps) {
  const texts = useTexts();
  const { resourceDialogs } = texts;
  const words = resourceDialogs.edit;
  const { number } = useFormat();
  if (preview.error) return <ErrorPanel error={preview.error} onRetry={() => void preview.refetch()} />;
  const { data } = preview;
  if (!data)
    return (
      <SkeletonRegion className="edit-preview">
        <Skeleton width="60%" />
        <Skeleton height={120} />
      </SkeletonRegion>
    );
  return (
    <div className="edit-preview">
      <p className="edit-preview-counts" role="status">
        <Status tone={data.changed > 0 ? 'info' : 'idle'}>
          {data.changed > 0 ? fillText(words.changed, { count: number(data.changed) }) : words.nothing}
        </Status>
        {data.same > 0 && <Status tone="idle">{fillText(words.same, { count: number(data.same) })}</Status>}
        {data.refused > 0 && <Status tone="warn">{fillText(words.refused, { count: number(data.refused) })}</Status>}
      </p>
      {data.samples.length > 0 && (
        <SmallTable columns={[words.field, words.before, words.after]} className="edit-preview-samples" grouped>
          {data.samples.map((sample) => (
            <tbody key={sample.id}>
              <tr>
                <th scope="rowgroup" colSpan={3}>
                  {sample.title}
                </th>
              </tr>
              {sample.changes.map(({ field, before, after }) => (
                <tr key={field}>
                  <td>{fieldName(field, texts)}</td>
                  <td>{valueWords(field, before, texts)}</td>
                  <td>
                    <ins>{valueWords(field, after, texts)}</ins>
                  </td>
                </tr>
              ))}
            </tbody>
          ))}
        </SmallTable>
      )}
    </div>
  );
}

const names: Record<string, string> = { subjectId: 'subject', tagIds: 'tags' };

function fieldName(field: string, { resource }: Texts): string {
  return (resource.fields as Record<string, string>)[names[field] ?? field] ?? field;
}

/** Turns codes into display names. */
function valueWords(field: string, value: string | null, { resource }: Texts): string {
  if (!value) return resource.noValue;
  const codes: Record<string, Record<string, string>> = {
    licence: resource.licences,
    visibility: resource.visibilities,
    language: currentLanguageNames(),
  };
  if (field === 'licenceUntil') return currentFormat().date(value);
  return codes[field]?.[value] ?? value;
}
