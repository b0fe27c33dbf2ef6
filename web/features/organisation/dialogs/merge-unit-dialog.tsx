import { listUnits } from '@lectern/contract/features/organisation.ts';
import type { OrganisationEffect } from '@lectern/contract/features/organisation-effect.ts';
import { routes as allRoutes } from '@lectern/contract/routes.ts';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { ErrorPanel, QueryError } from '../../../components/error-panel.tsx';
import { FormDialog } from '../../../components/form-dialog.tsx';
import { Icon } from '../../../components/icon.tsx';
import { treeNodes } from '../../../components/list-page/use-tree.ts';
import { FindField } from '../../../components/resource/find-field.tsx';
import { Skeleton, SkeletonRegion } from '../../../components/skeleton.tsx';
import type { ApiError } from '../../../lib/api-error.ts';
import { useFormat } from '../../../lib/format.ts';
import { joinNames, labelled } from '../../../lib/i18n/punctuation.ts';
import { fillText, type Texts, useTexts } from '../../../lib/i18n/use-texts.ts';
import { queryOf } from '../../../lib/queries.ts';
import { startOn } from '../unit-actions.ts';
import { closeUnitDialog } from '../unit-dialog.ts';
import type { UnitRow, UnitType } from '../unit-spec.ts';
import { unitSpecs } from '../unit-specs.ts';
import '../effect/effect-view.css';

type Props = { type: UnitType; row: UnitRow; done: () => void; toDelete?: boolean };

/** Chooses the merge target and shows the effect on people before merging. */
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
      // The global error handler shows the reason.
      setBusy(false);
    }
  };
  return (
    <FormDialog
      title={fillText(toDelete ? words.titleDelete : words.title, { name: row.name })}
      confirmLabel={toDelete ? actions.delete : words.confirm}
      look="danger"
      busy={busy}
      disabled={!effect.data || effect.isFetching}
      onClose={closeUnitDialog}
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
    </FormDialog>
  );
}

type Units = Parameters<typeof treeNodes>[0];

/** Possible targets: enabled units except the unit itself and its descendants. */
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

/** Previews the effect of a change; computed afresh each time. */
export function useEffectOf(key: readonly unknown[], preview: (() => Promise<OrganisationEffect>) | null) {
  return useQuery<OrganisationEffect, ApiError>({
    queryKey: ['organisation.effect', ...key],
    queryFn: () => (preview ? preview() : Promise.reject(new Error('Nothing to work out'))),
    enabled: preview !== null,
    staleTime: 0,
    gcTime: 0,
    retry: false,
  });
}
type EffectQuery = ReturnType<typeof useEffectOf>;

export function EffectPanel({ effect, ofPosition = false }: { effect: EffectQuery; ofPosition?: boolean }) {
  const { computing } = useTexts().organisation.effect;
  if (effect.error) {
    return <QueryError query={effect} />;
  }
  if (!effect.data || effect.isFetching) {
    return (
      <SkeletonRegion className="effect">
        <p>{computing}</p>
        <Skeleton height={96} />
      </SkeletonRegion>
    );
  }
  return <EffectView effect={effect.data} ofPosition={ofPosition} />;
}

type EffectPanelProps = { effect: OrganisationEffect; ofPosition: boolean };

/** Effect of a change on people: pages and data they gain or lose. */
function EffectView({ effect, ofPosition }: EffectPanelProps) {
  const texts = useTexts();
  const words = texts.organisation.effect;
  const format = useFormat();
  const { pages, data, groups } = effect;
  const what = (['people', 'departments', 'resources', 'libraries'] as const)
    .filter((name) => effect[name] > 0)
    .map((name) => fillText(words.parts[name], { count: format.number(effect[name]) }))
    .join(' · ');
  const goes = what ? fillText(words.goes, { what }) : words.goesNothing;
  const isNothing = pages.gainers + pages.losers + data.gainers + data.losers === 0;
  const seen = (entry: OrganisationEffect['data']['gains'][number]) => {
    const names = joinNames(entry.departments);
    const hidden = entry.departmentCount - entry.departments.length;
    const departments = hidden > 0 ? fillText(words.andMore, { names, count: format.number(hidden) }) : names;
    return fillText(words.seenIn, { departments, resources: format.number(entry.resources) });
  };
  const opened = (entry: OrganisationEffect['pages']['gains'][number]) =>
    joinNames(entry.paths.map((path) => pageName(path, texts)));
  return (
    <section className="effect" aria-label={words.title}>
      <p>{ofPosition ? fillText(words.goesPosition, { people: format.number(effect.people) }) : goes}</p>
      {groups.length > 0 && <p>{fillText(words.groups, { names: joinNames(groups.map(({ name }) => name)) })}</p>}
      {isNothing ? (
        <p className="effect-nothing">
          <Icon name="done" /> {words.nothing}
        </p>
      ) : (
        <div className="effect-sides">
          <Side kind="pages" way="gain" entries={pages.gains} count={pages.gainers} say={opened} />
          <Side kind="pages" way="lose" entries={pages.loses} count={pages.losers} say={opened} />
          <Side kind="data" way="gain" entries={data.gains} count={data.gainers} say={seen} />
          <Side kind="data" way="lose" entries={data.loses} count={data.losers} say={seen} />
        </div>
      )}
    </section>
  );
}

type SideProps<Entry> = {
  kind: 'pages' | 'data';
  way: 'gain' | 'lose';
  entries: readonly Entry[];
  count: number;
  say: (entry: Entry) => string;
};

function Side<Entry extends { userId: string; name: string }>({ kind, way, entries, count, say }: SideProps<Entry>) {
  const words = useTexts().organisation.effect;
  const format = useFormat();
  return (
    <div className="effect-side" data-way={count > 0 ? way : undefined}>
      <h3>
        <Icon name={kind === 'pages' ? 'document' : 'eye'} size={14} />
        {words[kind]} ·{' '}
        {count === 0
          ? words[way === 'gain' ? 'noGain' : 'noLose']
          : fillText(words[way], { count: format.number(count) })}
      </h3>
      {count > 0 && (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by keys
        <ul tabIndex={0} aria-label={labelled(words[kind], fillText(words[way], { count: format.number(count) }))}>
          {entries.map((entry) => (
            <li key={entry.userId}>
              <strong>{entry.name}</strong>
              <span>{say(entry)}</span>
            </li>
          ))}
          {count > entries.length && <li>{fillText(words.more, { count: format.number(count - entries.length) })}</li>}
        </ul>
      )}
    </div>
  );
}

function pageName(path: string, { routes }: Texts): string {
  const route = allRoutes.find((one) => one.path === path);
  return route ? routes[route.id] : path;
}
