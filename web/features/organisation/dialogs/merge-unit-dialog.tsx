import { listUnits } from '@lectern/contract/features/organisation.ts';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { ErrorPanel } from '../../../components/error-panel.tsx';
import { treeNodes } from '../../../components/list-page/tree-nodes.ts';
import { FindField } from '../../../components/resource/find-field.tsx';
import { fillText, useTexts } from '../../../lib/i18n/use-texts.ts';
import { queryOf } from '../../../lib/queries.ts';
import { EffectPanel, useEffectOf } from '../effect/effect-panel.tsx';
import { startOn } from '../unit-actions.ts';
import { closeUnitDialog } from '../unit-dialog.ts';
import type { UnitRow, UnitType } from '../unit-spec.ts';
import { unitSpecs } from '../unit-specs.ts';
import { Question } from './question.tsx';

type Props = { type: UnitType; row: UnitRow; done: () => void; toDelete?: boolean };

/** Chooses what takes it in, shows what that does to people, and only then does it. */
export function MergeUnitDialog({ type, row, done, toDelete = false }: Props) {
  const { organisation } = useTexts();
  const { merge: words, form, actions } = organisation;
  const [target, setTarget] = useState<string | null>(null);
  const [text, setText] = useState('');
  const [busy, setBusy] = useState(false);
  const units = useQuery(queryOf(listUnits, {}, { quiet: true }));
  const options = targetsOf(type, row.id, target ? '' : text, units.data);
  const effect = useEffectOf(
    [type, row.id, target],
    target ? () => unitSpecs[type].previewMerge(row.id, target) : null,
  );
  const confirm = async () => {
    if (!target) return;
    setBusy(true);
    try {
      await startOn(type, 'merge', { selection: { ids: [row.id] }, count: 1, row, done }, { intoId: target });
      closeUnitDialog();
    } catch {
      // Why it was refused is told by the shared handling of failures.
      setBusy(false);
    }
  };
  return (
    <Question
      title={fillText(toDelete ? words.titleDelete : words.title, { name: row.name })}
      confirmLabel={toDelete ? actions.delete : words.confirm}
      look="danger"
      busy={busy}
      disabled={!effect.data || effect.isFetching}
      onConfirm={() => void confirm()}
    >
      {toDelete && <p>{words.textDelete}</p>}
      {units.error && <ErrorPanel error={units.error} onRetry={() => void units.refetch()} />}
      <FindField
        first
        label={words.into}
        placeholder={form.find}
        text={text}
        options={options}
        none={form.nothing}
        onText={(next) => {
          setText(next);
          setTarget(null);
        }}
        onPick={({ id, label }) => {
          setText(label);
          setTarget(id);
        }}
      />
      <p>{words.text[type]}</p>
      {target && <EffectPanel effect={effect} ofPosition={type === 'position'} />}
    </Question>
  );
}

type Units = Parameters<typeof treeNodes>[0];

/** What is in use, and neither itself nor below itself. */
function targetsOf(type: UnitType, ownId: string, text: string, units: Units | undefined) {
  if (!units) return [];
  const shut = new Set<string>();
  for (const one of [...units.colleges, ...units.departments, ...units.positions]) if (one.disabled) shut.add(one.id);
  const nodes = treeNodes(units, type);
  const from = nodes.findIndex(({ id }) => id === ownId);
  const depth = nodes[from]?.depth ?? 0;
  const after = nodes.findIndex((node, at) => at > from && node.depth <= depth);
  const own = new Set(nodes.slice(from, after < 0 ? undefined : after).map(({ id }) => id));
  const wanted = text.trim().toLowerCase();
  return nodes
    .filter(({ id, name, code }) => !own.has(id) && !shut.has(id) && `${name} ${code}`.toLowerCase().includes(wanted))
    .map(({ id, name, code, depth: level }) => ({ id, label: name, note: code, depth: wanted ? 0 : level }));
}
