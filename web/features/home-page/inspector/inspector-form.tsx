import { type ReactNode, useState } from 'react';
import { Button, IconButton } from '../../../components/button.tsx';
import { ErrorPanel } from '../../../components/error-panel.tsx';
import { UnsavedGuard } from '../../../components/unsaved-guard.tsx';
import { useTexts } from '../../../lib/i18n/use-texts.ts';

type Props = {
  title: string;
  subtitle: string;
  /** Button labels. */
  words: { remove: string; revert: string; save: string };
  form: { changed: { readonly length: number }; discard: () => void };
  isFine: boolean;
  mayManage: boolean;
  notices: ReactNode;
  note?: ReactNode;
  children: ReactNode;
  onSave: () => Promise<unknown>;
  onRemove: () => Promise<unknown>;
  onClose: () => void;
};

/** Form of an entry or slot, with Save, Revert and Remove. */
export function InspectorForm(props: Props) {
  const { title, subtitle, words, form, isFine, mayManage, notices, note, children } = props;
  const { onSave, onRemove, onClose } = props;
  const { detail, homePage } = useTexts();
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<unknown>(null);
  const unsaved = form.changed.length > 0;
  const save = async () => {
    if (!isFine || busy) return;
    setBusy(true);
    setFailure(null);
    try {
      await onSave();
      form.discard();
    } catch (error) {
      setFailure(error);
    }
    setBusy(false);
  };
  return (
    <form
      className="home-form"
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        void save();
      }}
    >
      <UnsavedGuard unsaved={unsaved} />
      <header className="home-inspector-head">
        <div>
          <h2>{title}</h2>
          <small>{subtitle}</small>
        </div>
        <IconButton icon="close" label={homePage.inspector.close} onClick={onClose} />
      </header>
      <div className="home-inspector-body">
        {notices}
        {failure !== null && <ErrorPanel error={failure} title={detail.notSaved} />}
        <fieldset className="home-fields" disabled={!mayManage}>
          {children}
        </fieldset>
        {note}
      </div>
      {mayManage && (
        <footer className="home-inspector-foot">
          <Button look="quiet" icon="trash" onClick={() => void onRemove().then(onClose)}>
            {words.remove}
          </Button>
          <span />
          {unsaved && <Button onClick={form.discard}>{words.revert}</Button>}
          <Button look="primary" submits busy={busy} disabled={!unsaved || !isFine}>
            {words.save}
          </Button>
        </footer>
      )}
    </form>
  );
}
