import { listSubtitles } from '@lectern/contract/features/subtitle.ts';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Button } from '../../../components/button.tsx';
import { ConfirmDialog } from '../../../components/confirm-dialog.tsx';
import { Dialog } from '../../../components/dialog.tsx';
import { countWords } from '../../../components/list-page/count-words.ts';
import { currentLanguageNames } from '../../../components/resource/list/current-language-names.ts';
import { SelectField } from '../../../components/select-field.tsx';
import { trackName } from '../../../components/subtitle/subtitle-href.ts';
import { Switch } from '../../../components/switch.tsx';
import { useDialogAction } from '../../../components/use-dialog-action.ts';
import { useFormat } from '../../../lib/format.ts';
import { fillText, useTexts } from '../../../lib/i18n/use-texts.ts';
import { queryOf } from '../../../lib/queries.ts';
import { useStore } from '../../../lib/store.ts';
import { closeSubtitleDialog, type SubtitleDialog, startOn, subtitleDialog } from './subtitle-dialog.ts';

/** Dialogs of the list's actions. */
export function SubtitleDialogs() {
  const open = useStore(subtitleDialog);
  if (open?.kind === 'language') return <LanguageDialog {...open} />;
  return open ? <RunDialog action={open.action} /> : null;
}

function LanguageDialog({ action, target }: Extract<SubtitleDialog, { kind: 'language' }>) {
  const { subtitle, words } = useTexts();
  const { number } = useFormat();
  const { busy, carryOut } = useDialogAction(closeSubtitleDialog);
  const [language, setLanguage] = useState('');
  const [acceptOutOfDate, setAccept] = useState(false);
  const { row, count } = target;
  const known = row
    ? row.tracks.map((track) => ({ value: track.language as string, label: trackName(track) }))
    : Object.entries(currentLanguageNames()).map(([value, label]) => ({ value, label }));
  const isDelete = action === 'delete';
  const title = isDelete ? subtitle.ask.deleteTitle : subtitle.actions[action];
  const isPublish = action === 'publish';
  const input = { ...(language && { language }), ...(isPublish && { acceptOutOfDate }) };
  const run = () => void carryOut(() => startOn(action, target, input));
  const footer = (
    <>
      <Button onClick={closeSubtitleDialog}>{words.cancel}</Button>
      <Button look={isDelete ? 'danger' : 'primary'} busy={busy} onClick={run}>
        {isDelete ? subtitle.track.deleteConfirm : subtitle.actions[action]}
      </Button>
    </>
  );
  return (
    <Dialog open title={title} onClose={closeSubtitleDialog} footer={footer}>
      <div className="subtitle-ask">
        <p>
          {row
            ? fillText(subtitle.ask.one, { title: row.resource.title })
            : fillText(subtitle.ask.count, { count: number(count) })}{' '}
          {isDelete && subtitle.ask.deleteText}
        </p>
        <SelectField
          label={subtitle.ask.language}
          value={language}
          options={[{ value: '', label: subtitle.ask.every }, ...known]}
          onChange={setLanguage}
        />
        {isPublish && (
          <Switch
            label={subtitle.outOfDate.include}
            hint={subtitle.outOfDate.includeHint}
            checked={acceptOutOfDate}
            onChange={setAccept}
          />
        )}
      </div>
    </Dialog>
  );
}

const tabs = { run: 'all', runMissing: 'none' } as const;

function RunDialog({ action }: { action: 'run' | 'runMissing' }) {
  const { subtitle, words } = useTexts();
  const format = useFormat();
  const { busy, carryOut } = useDialogAction(closeSubtitleDialog);
  const count = useQuery(queryOf(listSubtitles, { query: { tab: tabs[action] } })).data?.count;
  const target = { selection: { matching: `tab=${tabs[action]}` }, count: count?.value ?? 0, done: () => undefined };
  const missing = action === 'runMissing';
  return (
    <ConfirmDialog
      open
      title={missing ? subtitle.ask.missingTitle : subtitle.ask.allTitle}
      confirmLabel={subtitle.actions[action]}
      busy={busy || !count}
      onConfirm={() => void carryOut(() => startOn(action, target))}
      onClose={closeSubtitleDialog}
    >
      {missing && count?.value === 0
        ? subtitle.list.emptyTabs.none.title
        : fillText(missing ? subtitle.ask.missingText : subtitle.ask.allText, {
            count: count ? countWords(count, format) : words.loading,
          })}
    </ConfirmDialog>
  );
}
