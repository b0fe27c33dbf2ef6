import { apiBase } from '@lectern/contract/constants.ts';
import type { HomeEntry, HomeSlot } from '@lectern/contract/features/home-page.ts';
import { uploadHomeCover } from '@lectern/contract/features/home-page-publication.ts';
import { resourcePath } from '@lectern/contract/features/resource.ts';
import { useRef, useState } from 'react';
import { AppLink } from '../../../components/app-link.tsx';
import { Button } from '../../../components/button.tsx';
import { Icon } from '../../../components/icon.tsx';
import { Status } from '../../../components/status.tsx';
import { Switch } from '../../../components/switch.tsx';
import { TextField } from '../../../components/text-field.tsx';
import { useDraft } from '../../../components/use-draft.ts';
import { call } from '../../../lib/api-client.ts';
import { useCurrentUser } from '../../../lib/current-user.tsx';
import { useFormat } from '../../../lib/format.ts';
import { fillText, useTexts } from '../../../lib/i18n/use-texts.ts';
import { Picture, signOf } from '../entry-picture.tsx';
import { askHome } from '../home-dialog.ts';
import { subjectOf, titleOf, toneOf } from '../home-words.ts';
import {
  isBackwards,
  isRuleFine,
  RuleFields,
  ruleOf,
  ruleValues,
  toMoments,
  WhenFields,
  whenValues,
} from '../rule-fields.tsx';
import type { EntryEdit, HomeActions } from '../use-home-actions.ts';
import { InspectorForm } from './inspector-form.tsx';

type Props = { entry: HomeEntry; slot: HomeSlot; mayManage: boolean; actions: HomeActions; onClose: () => void };

/** Edits an entry: content and visibility, text, cover, times and audience. */
export function EntryInspector({ entry, slot, mayManage, actions, onClose }: Props) {
  const texts = useTexts();
  const words = texts.homePage.inspector;
  const format = useFormat();
  const { timeZone } = useCurrentUser();
  const { source } = entry;
  const stored = {
    title: entry.title ?? '',
    paused: entry.paused,
    ...whenValues(entry, timeZone),
    ...ruleValues(entry.rule, entry.thing?.kind === 'column' ? entry.thing.id : null),
  };
  const form = useDraft(stored);
  const { values } = form;
  const isFine = !isBackwards(values, timeZone) && (!entry.rule || isRuleFine(values, source));
  const save = () => {
    const moments = toMoments(values, timeZone);
    const edit: EntryEdit = { title: values.title.trim() || null, paused: values.paused, ...moments };
    if (entry.rule) edit.subject = ruleOf(source, values);
    return actions.save(entry, edit);
  };
  const { thing } = entry;
  const path =
    thing?.kind === 'resource' && thing.resourceKind
      ? resourcePath({ id: thing.id, kind: thing.resourceKind })
      : thing?.kind === 'course'
        ? coursePath(thing.id)
        : thing && `/app/resource/column?id=${thing.id}`;
  const when = format.relativeTime(entry.addedAt);
  return (
    <InspectorForm
      title={titleOf(entry, texts)}
      subtitle={slot.name}
      words={words}
      form={form}
      isFine={isFine}
      mayManage={mayManage}
      notices={
        <>
          <div className="home-inspector-state">
            <Status tone={toneOf(entry)}>
              {entry.state === 'live' && entry.hidden ? texts.homePage.notShown : texts.homePage.states[entry.state]}
            </Status>
            {entry.hidden ? (
              <span>{texts.homePage.hidden[entry.hidden]}</span>
            ) : (
              entry.rule && <span>{fillText(words.readers, entry.shown)}</span>
            )}
          </div>
          {entry.warnings.length > 0 && (
            <ul className="home-inspector-warnings">
              {entry.warnings.map((warning) => (
                <li key={warning} className="home-warning">
                  <Icon name="warning" size={14} />
                  {texts.homePage.warnings[warning]}
                </li>
              ))}
            </ul>
          )}
          <div className="home-inspector-thing">
            <small>{words.shows}</small>
            <div>
              {path ? <AppLink to={path}>{subjectOf(entry, texts)}</AppLink> : subjectOf(entry, texts)}
              <small>{texts.homePage.sources[source]}</small>
            </div>
          </div>
        </>
      }
      note={
        <p className="home-inspector-note">
          {entry.addedBy
            ? fillText(words.addedBy, { name: entry.addedBy.name, when })
            : fillText(words.added, { when })}
        </p>
      }
      onSave={save}
      onRemove={() => actions.remove(entry)}
      onClose={onClose}
    >
      {thing && thing.kind !== 'column' && (
        <>
          <TextField
            label={words.title}
            hint={fillText(words.titleHint, { title: thing.title })}
            placeholder={thing.title}
            value={values.title}
            changed={form.changed.includes('title')}
            maxLength={300}
            onChange={(value) => form.set('title', value)}
            data-edit-focus
          />
          <CoverField entry={entry} mayManage={mayManage} actions={actions} />
        </>
      )}
      {entry.rule && <RuleFields source={source} values={values} set={form.set} capacity={slot.capacity} />}
      <WhenFields values={values} set={form.set} />
      <Switch
        label={words.paused}
        hint={words.pausedHint}
        checked={values.paused}
        disabled={!mayManage}
        onChange={(paused) => form.set('paused', paused)}
      />
    </InspectorForm>
  );
}

function coursePath(id: string): string {
  return `/app/course/list/detail/${id}`;
}

type CoverFieldProps = { entry: HomeEntry; mayManage: boolean; actions: HomeActions };

/** Cover of an entry: the item's own, one from the library, or an upload. */
function CoverField({ entry, mayManage, actions }: CoverFieldProps) {
  const { homePage } = useTexts();
  const words = homePage.inspector;
  const input = useRef<HTMLInputElement>(null);
  const [busy, setBusy] = useState(false);
  const [refused, setRefused] = useState(false);
  const upload = async (file: File | undefined) => {
    if (!file) return;
    setBusy(true);
    setRefused(false);
    try {
      const { fileId } = await call(uploadHomeCover, { body: file }, { quiet: true });
      await actions.cover(entry, { fileId });
    } catch {
      setRefused(true);
    }
    setBusy(false);
    if (input.current) input.current.value = '';
  };
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset would change the layout of its children
    <div className="home-cover" role="group" aria-label={words.cover}>
      <span className="field-label">{words.cover}</span>
      <div className="home-cover-picture" data-own={entry.cover === null || undefined}>
        {entry.cover ? (
          <img src={apiBase + entry.cover} alt="" />
        ) : (
          <Picture sign={signOf(entry.source, entry.thing)} address={entry.thing?.thumbnail ?? null} look="card" />
        )}
      </div>
      <div className="home-cover-actions">
        <small>{entry.cover ? words.coverOther : words.coverOwn}</small>
        {mayManage && (
          <>
            <Button size="small" icon="upload" busy={busy} onClick={() => input.current?.click()}>
              {words.coverUpload}
            </Button>
            <Button size="small" icon="image" onClick={() => askHome({ kind: 'cover', entry })}>
              {words.coverChoose}
            </Button>
            {entry.cover && (
              <Button
                size="small"
                look="quiet"
                onClick={() => void actions.cover(entry, null).catch(() => setRefused(true))}
              >
                {words.coverRemove}
              </Button>
            )}
            <input
              ref={input}
              type="file"
              hidden
              aria-label={words.coverUpload}
              accept="image/png,image/jpeg,image/webp,image/gif"
              onChange={(event) => void upload(event.target.files?.[0])}
            />
          </>
        )}
        {refused && (
          <div className="field-help field-error" role="alert">
            {words.coverRefused}
          </div>
        )}
      </div>
    </div>
  );
}
