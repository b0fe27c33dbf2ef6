import { useId, useState } from 'react';
import { useFormat } from '../../../../lib/format.ts';
import { fillText, useTexts } from '../../../../lib/i18n/use-texts.ts';
import { Banner } from '../../../banner.tsx';
import { Button } from '../../../button.tsx';
import { ConfirmDialog } from '../../../confirm-dialog.tsx';
import { Dialog } from '../../../dialog.tsx';
import { ErrorPanel } from '../../../error-panel.tsx';
import { Skeleton, SkeletonRegion } from '../../../skeleton.tsx';
import { closeResourceDialog, type ResourceTarget } from '../resource-dialog.ts';
import { useResourceStart, useWhat } from '../use-resource-start.ts';
import { EditFields } from './edit-fields.tsx';
import { EditPreview, useChangePreview } from './edit-preview.tsx';
import { TagChanges } from './tag-changes.tsx';
import { TitleChange } from './title-change.tsx';
import { useEditDraft } from './use-edit-draft.ts';
import { useSelectionDescription } from './use-selection-description.ts';
import '../../resource-form.css';
import './edit-dialog.css';

/** Changes what resources say of themselves: first what to write, then what that would change, then it is done. */
export function EditDialog({ target }: { target: ResourceTarget }) {
  const { resourceDeeds, words } = useTexts();
  const texts = resourceDeeds.edit;
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
          : fillText(resourceDeeds.apply, { count: number(preview.data?.changed ?? target.count) })}
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
