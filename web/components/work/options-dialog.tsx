import type { StepKind } from '@lectern/contract/features/job.ts';
import type { WorkRow } from '@lectern/contract/features/machine-work.ts';
import { resourceLanguages } from '@lectern/contract/features/resource.ts';
import type { ResourceKind } from '@lectern/contract/features/resource-state.ts';
import { useId, useState } from 'react';
import { fillText, useTexts } from '../../lib/i18n/use-texts.ts';
import { Button } from '../button.tsx';
import { Dialog } from '../dialog.tsx';
import { SelectField } from '../select-field.tsx';
import { Switch } from '../switch.tsx';
import { languageName } from './work-words.ts';
import './step-options.css';

type Props = {
  kind: StepKind;
  resource?: ResourceKind | undefined;
  /** Options of the previous run. */
  start: StepOptions;
  busy: boolean;
  onRun: (options: StepOptions) => void;
  onClose: () => void;
};

/** Asks for the options of the next run of a step. */
export function OptionsDialog({ kind, resource, start, busy, onRun, onClose }: Props) {
  const { work, words } = useTexts();
  const [options, setOptions] = useState(start);
  const form = useId();
  const footer = (
    <>
      <Button onClick={onClose}>{words.cancel}</Button>
      <Button look="primary" submits form={form} busy={busy}>
        {work.options.start}
      </Button>
    </>
  );
  return (
    <Dialog open title={fillText(work.options.title, { step: work.steps[kind] })} onClose={onClose} footer={footer}>
      <form
        id={form}
        onSubmit={(event) => {
          event.preventDefault();
          if (!busy) onRun(options);
        }}
      >
        <StepOptionsFields kind={kind} resource={resource} value={options} onChange={setOptions} />
      </form>
    </Dialog>
  );
}

export type StepOptions = WorkRow['options'];

/** Whether a step has options; conversion has them only for video and audio. */
export function hasOptions(kind: StepKind, resource: ResourceKind): boolean {
  return kind === 'convert' ? resource === 'video' || resource === 'audio' : kind !== 'inspect' && kind !== 'scan';
}

type StepOptionsProps = {
  kind: StepKind;
  /** Kind of resource the step runs on, if there is just one. */
  resource?: ResourceKind | undefined;
  value: StepOptions;
  onChange: (options: StepOptions) => void;
};

/** Option fields of a step. Options left on automatic are not sent. */
function StepOptionsFields({ kind, resource, value, onChange }: StepOptionsProps) {
  const { options: words } = useTexts().work;
  const set = (name: string, next: StepOptions[string] | undefined) => {
    const { [name]: _old, ...others } = value;
    onChange(next === undefined ? others : { ...others, [name]: next });
  };
  const languages = (codes: readonly string[], unset: string) => [
    { value: '', label: unset },
    ...codes.map((code) => ({ value: code, label: languageName(code) })),
  ];
  const language = (codes: readonly string[], unset: string) => (
    <SelectField
      label={words.language}
      value={value.language === 'auto' ? '' : String(value.language ?? '')}
      options={languages(codes, unset)}
      onChange={(code) => set('language', code || undefined)}
    />
  );
  switch (kind) {
    case 'inspect':
    case 'scan':
      return <p>{words.none}</p>;
    case 'convert':
      return (
        <Switch
          label={words.encode}
          hint={words.encodeHint}
          checked={value.encode === true}
          onChange={(on) => set('encode', on || undefined)}
        />
      );
    case 'asr':
      return language(resourceLanguages, words.declared);
    case 'ocr':
      return (
        <div className="step-options">
          {language(['en', 'zh'], words.auto)}
          <SelectField
            label={words.rotate}
            value={value.rotate === undefined ? '' : String(value.rotate)}
            options={[
              { value: '', label: words.auto },
              { value: '0', label: words.upright },
              ...[90, 180, 270].map((turn) => ({
                value: String(turn),
                label: fillText(words.degrees, { value: turn }),
              })),
            ]}
            onChange={(turn) => set('rotate', turn === '' ? undefined : Number(turn))}
          />
          {resource !== 'image' && (
            <Switch
              label={words.allPages}
              hint={words.allPagesHint}
              checked={value.allPages === true}
              onChange={(on) => set('allPages', on || undefined)}
            />
          )}
        </div>
      );
  }
}
