import { useId } from 'react';
import { useTexts } from '../../../lib/i18n/use-texts.ts';
import { EffectPanel, useEffectOf } from '../effect/effect-panel.tsx';
import { type UnitDialog, unitDialog } from '../unit-dialog.ts';
import { Question } from './question.tsx';

type Props = Extract<UnitDialog, { kind: 'agree' }>;

/** What saving or moving would do to people, before it is done. */
export function AgreeDialog({ title, text, confirmLabel, preview, answer }: Props) {
  const { agreeText } = useTexts().organisation.effect;
  const effect = useEffectOf([useId()], preview);
  const confirm = () => {
    unitDialog.set(null);
    answer(true);
  };
  return (
    <Question title={title} confirmLabel={confirmLabel} disabled={!effect.data} onConfirm={confirm}>
      {text !== '' && <p>{text ?? agreeText}</p>}
      <EffectPanel effect={effect} ofPosition={text === undefined} />
    </Question>
  );
}
