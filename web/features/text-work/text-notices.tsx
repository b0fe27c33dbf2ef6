import { useState } from 'react';
import { Banner } from '../../components/banner.tsx';
import { Button } from '../../components/button.tsx';
import { ConfirmDialog } from '../../components/confirm-dialog.tsx';
import { EditLockBanner } from '../../components/detail/edit-lock-banner.tsx';
import { ErrorPanel } from '../../components/error-panel.tsx';
import { languageName } from '../../components/work/work-words.ts';
import { LeftBehindBanner } from '../../components/workbench/left-behind-banner.tsx';
import { fillText, useTexts } from '../../lib/i18n/use-texts.ts';
import type { KnownVersions } from './known-versions.ts';
import type { TextEdit } from './use-text-edit.ts';

type Props = {
  edit: TextEdit;
  known: KnownVersions;
  onOpen: () => void;
  onCompare: () => void;
  /** Listens again, in a language that is chosen then. */
  onChooseLanguage: () => void;
};

/** What stands between the reader and the text: somebody else, a draft, a newer version, a refusal. */
export function TextNotices({ edit, known, onOpen, onCompare, onChooseLanguage }: Props) {
  const { textWork } = useTexts();
  const { lock, found, newer, base, error } = edit;
  const locked = lock.other !== null || lock.finished !== null;
  const goOn = () => {
    void found.look().then(() => {
      lock.goOn();
      if (newer) onOpen();
    });
  };
  return (
    <div className="text-work-notices">
      <EditLockBanner lock={lock} onGoOn={goOn} />
      {!known.mayEdit && (
        <Banner tone="info" icon="eye">
          {textWork.mayNot}
        </Banner>
      )}
      {base.stale && <Banner tone="warning">{fillText(textWork.stale, { number: base.versionNumber })}</Banner>}
      {base.withheld && <WithheldBanner edit={edit} onChooseLanguage={onChooseLanguage} />}
      {!locked && <LeftBehindBanner left={found} baseId={base.id} />}
      {found.error && <ErrorPanel error={found.error} />}
      {!locked && newer && <NewerBanner edit={edit} onOpen={onOpen} />}
      {!locked && !newer && edit.offered && known.mayEdit && (
        <Banner tone="info" actions={<Button onClick={onCompare}>{textWork.compare}</Button>}>
          {fillText(textWork.offered, { number: edit.offered.number })}
        </Banner>
      )}
      {error && error.status !== 409 && (
        <ErrorPanel error={error} title={textWork.notSaved} onRetry={() => void edit.save()} />
      )}
      {error?.status === 409 && !newer && <Banner tone="warning">{textWork.conflict}</Banner>}
    </div>
  );
}

function WithheldBanner({ edit, onChooseLanguage }: { edit: TextEdit; onChooseLanguage: () => void }) {
  const { textWork } = useTexts();
  const { withheld } = textWork;
  const language = edit.base.language;
  return (
    <Banner
      tone="warning"
      actions={
        edit.mayCheck && (
          <>
            <Button busy={edit.saving} onClick={() => void edit.confirm()}>
              {withheld.confirm}
            </Button>
            <Button look="quiet" onClick={onChooseLanguage}>
              {withheld.chooseLanguage}
            </Button>
          </>
        )
      }
    >
      {language ? fillText(withheld.text, { language: languageName(language) }) : withheld.unknown}
    </Banner>
  );
}

function NewerBanner({ edit, onOpen }: { edit: TextEdit; onOpen: () => void }) {
  const { textWork } = useTexts();
  const [asks, setAsks] = useState(false);
  const { newer, unsaved } = edit;
  if (!newer) return null;
  const said = newer.createdBy ? textWork.newer : textWork.newerMachine;
  return (
    <>
      <Banner
        tone="warning"
        actions={<Button onClick={() => (unsaved ? setAsks(true) : onOpen())}>{textWork.loadNewer}</Button>}
      >
        {fillText(said, { name: newer.createdBy ?? '', number: newer.number })} {unsaved && textWork.conflict}
      </Banner>
      <ConfirmDialog
        open={asks}
        title={textWork.loadNewer}
        confirmLabel={textWork.loadNewer}
        look="danger"
        onConfirm={onOpen}
        onClose={() => setAsks(false)}
      >
        {textWork.loadNewerText}
      </ConfirmDialog>
    </>
  );
}
