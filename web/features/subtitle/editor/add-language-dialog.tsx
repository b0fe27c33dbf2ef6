import { getLanguageModel } from '@lectern/contract/features/language-model.ts';
import { resourceLanguages } from '@lectern/contract/features/resource.ts';
import type { SubtitleTrack } from '@lectern/contract/features/subtitle.ts';
import { createSubtitle, translateSubtitle } from '@lectern/contract/features/subtitle-change.ts';
import type { Cue } from '@lectern/contract/subtitle/cue.ts';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Banner } from '../../../components/banner.tsx';
import { Button } from '../../../components/button.tsx';
import { Dialog } from '../../../components/dialog.tsx';
import { ErrorPanel } from '../../../components/error-panel.tsx';
import { SelectField } from '../../../components/select-field.tsx';
import { subtitleHref, trackName } from '../../../components/subtitle/subtitle-href.ts';
import { languageName } from '../../../components/work/work-words.ts';
import type { CallRequest } from '../../../lib/callable.ts';
import { fillText, useTexts } from '../../../lib/i18n/use-texts.ts';
import { navigate } from '../../../lib/navigation.ts';
import { notify } from '../../../lib/notifications.ts';
import { queryOf, useMutationOf } from '../../../lib/queries.ts';
import type { KnownTracks } from './desk-context.ts';
import { SubtitleFileField } from './subtitle-file-field.tsx';
import { showingSubtitles } from './use-subtitle-edit.ts';
import './editor-dialogs.css';
import { joinNames } from '../../../lib/i18n/punctuation.ts';

export type AddFrom = 'speech' | 'track' | 'translation' | 'file' | 'empty';
type Language = SubtitleTrack['language'];

type Props = {
  resourceId: string;
  known: KnownTracks;
  /** The track on screen, which copies and translations are made from. */
  source: SubtitleTrack | null;
  start: AddFrom;
  spoken?: string | null;
  onClose: () => void;
};

/** Adds a language: empty, or from speech, a copy, a translation or a file. */
export function AddLanguageDialog({ resourceId, known, source, start, spoken, onClose }: Props) {
  const { detail, subtitle, words } = useTexts();
  const [from, setFrom] = useState<AddFrom>(start === 'speech' && !known.hasTranscript ? 'empty' : start);
  const taken = new Set(known.tracks.map(({ language }) => language));
  // Translations may target an existing language; the result is then offered beside it.
  const free = resourceLanguages.filter((one) => (from === 'translation' ? one !== source?.language : !taken.has(one)));
  const [wanted, setWanted] = useState<Language | null>(null);
  const language = free.find((one) => one === wanted) ?? free.find((one) => one === spoken) ?? free[0];
  const [cues, setCues] = useState<readonly Cue[] | null>(null);
  const model = useQuery({
    ...queryOf(getLanguageModel, {}, { quiet: true }),
    enabled: from === 'translation',
    retry: false,
  }).data;
  const create = useMutationOf(createSubtitle, { invalidates: showingSubtitles, quiet: true, idempotent: true });
  const translate = useMutationOf(translateSubtitle, { invalidates: showingSubtitles, quiet: true, idempotent: true });
  const noModel = from === 'translation' && model?.configured === false;
  const ready = language !== undefined && !noModel && (from !== 'file' || (cues !== null && cues.length > 0));

  const submit = () => {
    if (!language || !ready) return;
    if (from === 'translation') {
      if (!source) return;
      const onSuccess = () => {
        notify({ level: 'info', title: subtitle.add.begun });
        onClose();
      };
      translate.mutate({ params: { id: source.id }, body: { language } }, { onSuccess });
      return;
    }
    const begin = beginningOf(from, source, cues);
    const onSuccess = () => {
      onClose();
      navigate(subtitleHref(resourceId, { language }));
    };
    create.mutate({ params: { id: resourceId }, body: { language, label: '', from: begin } }, { onSuccess });
  };
  const name = source ? trackName(source) : '';
  const choices: { value: AddFrom; label: string; hint: string; disabled?: boolean }[] = [
    {
      value: 'speech',
      label: subtitle.add.speech,
      hint: known.hasTranscript ? subtitle.add.speechHint : subtitle.add.noSpeech,
      disabled: !known.hasTranscript,
    },
    ...(source
      ? ([
          { value: 'track', label: subtitle.add.track, hint: fillText(subtitle.add.trackHint, { name }) },
          {
            value: 'translation',
            label: subtitle.add.translation,
            hint: fillText(subtitle.add.translationHint, { name }),
          },
        ] as const)
      : []),
    { value: 'file', label: subtitle.add.file, hint: subtitle.add.fileHint },
    { value: 'empty', label: subtitle.add.empty, hint: subtitle.add.emptyHint },
  ];
  const error = create.error ?? translate.error;
  const footer = (
    <>
      <Button onClick={onClose}>{words.cancel}</Button>
      <Button look="primary" busy={create.isPending || translate.isPending} disabled={!ready} onClick={submit}>
        {from === 'translation' ? subtitle.add.translate : subtitle.add.submit}
      </Button>
    </>
  );
  return (
    <Dialog open title={subtitle.add.title} onClose={onClose} footer={footer} className="add-language">
      <div className="subtitle-form">
        {error && <ErrorPanel error={error} title={detail.notSaved} />}
        {language ? (
          <SelectField
            label={subtitle.add.language}
            value={language}
            options={free.map((value) => ({ value, label: languageName(value) }))}
            onChange={setWanted}
          />
        ) : (
          <Banner tone="info">{subtitle.add.none}</Banner>
        )}
        <fieldset className="add-from">
          <legend>{subtitle.add.from}</legend>
          {choices.map(({ value, label, hint, disabled }) => (
            <label key={value}>
              <input
                type="radio"
                name="from"
                value={value}
                checked={from === value}
                disabled={disabled}
                onChange={() => setFrom(value)}
              />
              <span>
                {label}
                <small>{hint}</small>
              </span>
            </label>
          ))}
        </fieldset>
        {noModel && (
          <Banner tone="warning">{fillText(subtitle.add.noModel, { names: joinNames(model.missing) })}</Banner>
        )}
        {from === 'file' && (
          <SubtitleFileField resourceId={resourceId} onRead={(read) => setCues(read?.cues ?? null)} />
        )}
      </div>
    </Dialog>
  );
}

type Beginning = NonNullable<CallRequest<typeof createSubtitle>['body']>['from'];

function beginningOf(from: AddFrom, source: SubtitleTrack | null, cues: readonly Cue[] | null): Beginning {
  if (from === 'track' && source) return { kind: 'track', subtitleId: source.id };
  if (from === 'file') return { kind: 'file', cues: [...(cues ?? [])] };
  return { kind: from === 'empty' ? 'empty' : 'speech' };
}
