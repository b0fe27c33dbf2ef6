import { listUnits } from '@lectern/contract/features/organisation.ts';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useMemo } from 'react';
import { ActionMenu } from '../../components/detail/action-menu.tsx';
import { ActivityTab } from '../../components/detail/activity-tab.tsx';
import { type Neighbours, useNeighbours } from '../../components/detail/detail-sheet.tsx';
import { type FieldWords, namedField, plainValue } from '../../components/detail/field-words.ts';
import { FormSheet, useOpenedId, WaitingSheet } from '../../components/detail/form-sheet.tsx';
import { TitleField } from '../../components/detail/title-field.tsx';
import { useDetailForm } from '../../components/detail/use-detail-form.ts';
import { useEditing } from '../../components/detail/use-editing.ts';
import { FactList } from '../../components/fact-list.tsx';
import type { ListDefinition } from '../../components/list-page/list-definition.ts';
import { Tabs } from '../../components/tabs.tsx';
import { isOffered, type RowAction, type RowTarget } from '../../lib/actions.ts';
import { useCurrentUser } from '../../lib/current-user.tsx';
import { useFormat } from '../../lib/format.ts';
import { joinNames } from '../../lib/i18n/punctuation.ts';
import { fillText, useTexts } from '../../lib/i18n/use-texts.ts';
import { useLiveEvents } from '../../lib/live-events.ts';
import { navigate } from '../../lib/navigation.ts';
import { notify } from '../../lib/notifications.ts';
import { isAnswerOf, queryOf } from '../../lib/queries.ts';
import { stateOf } from './unit-cells.tsx';
import { agreeTo } from './unit-dialog.ts';
import type { UnitRow, UnitSpec, Values } from './unit-spec.ts';
import './unit-fields.css';
import './unit-detail.css';

type Props<Row extends UnitRow> = { spec: UnitSpec<Row>; definition: ListDefinition<Row> };

/** Panel over the list for the unit in the address. */
export function UnitDetail<Row extends UnitRow>(props: Props<Row>) {
  const id = useOpenedId();
  return id ? <OpenedUnit {...props} id={id} /> : null;
}

function OpenedUnit<Row extends UnitRow>({ spec, definition, id }: Props<Row> & { id: string }) {
  const { organisation } = useTexts();
  const neighbours = useNeighbours(definition, id);
  const { unit, refresh } = useStoredUnit(spec, id, neighbours.row);
  if (unit.data) {
    return <UnitSheet spec={spec} definition={definition} row={unit.data} neighbours={neighbours} refresh={refresh} />;
  }
  return <WaitingSheet neighbours={neighbours} query={unit} notFound={organisation.detail.notFound} />;
}

type SheetProps<Row extends UnitRow> = Props<Row> & {
  row: Row;
  neighbours: Neighbours<Row>;
  refresh: () => Promise<void>;
};

function UnitSheet<Row extends UnitRow>({ spec, definition, row, neighbours, refresh }: SheetProps<Row>) {
  const texts = useTexts();
  const format = useFormat();
  const client = useQueryClient();
  const state = useUnitSheet(spec, row, refresh);
  const { form, editable, save } = state;
  const onReverted = () => void client.invalidateQueries({ predicate: isAnswerOf(spec.stale) });
  return (
    <FormSheet
      label={row.name}
      neighbours={neighbours}
      header={<UnitHeader spec={spec} actions={definition.actions} row={row} state={state} />}
      edit={state}
      onSave={() => void save()}
    >
      <div className="detail-main">
        <div className="unit-detail-fields">
          <spec.Fields
            values={form.values}
            problems={form.problems}
            changed={form.changed}
            notes={state.notes}
            isNew={false}
            editable={editable}
            set={form.set}
          />
        </div>
        <FactList facts={spec.facts(row, { texts, format })} />
      </div>
      <UnitActivity spec={spec} row={row} onReverted={onReverted} />
    </FormSheet>
  );
}

type UnitHeaderProps<Row extends UnitRow> = {
  spec: UnitSpec<Row>;
  actions: readonly RowAction<Row>[];
  row: Row;
  state: UnitSheetState;
};

/** Name, state and actions. */
function UnitHeader<Row extends UnitRow>({ spec, actions, row, state }: UnitHeaderProps<Row>) {
  const texts = useTexts();
  const me = useCurrentUser();
  const { form, editable, save } = state;
  // After a merge or deletion there is nothing left to show, so go back to the list.
  const target: RowTarget<Row> = { selection: { ids: [row.id] }, count: 1, row, done: () => undefined };
  const leaving = { ...target, done: () => navigate(spec.page) };
  const offered = actions.filter((action) => isOffered(action, target, me));
  const isLeaving = ({ id }: RowAction<Row>) => id.endsWith('.merge') || id.endsWith('.delete');
  return (
    <>
      <TitleField
        label={texts.organisation.form.name}
        value={form.values.name ?? ''}
        error={form.problems.name}
        changed={form.changed.includes('name')}
        maxLength={100}
        onChange={editable ? (value) => form.set('name', value) : undefined}
        onEnter={() => void save()}
      />
      {stateOf(row, texts)}
      <ActionMenu
        label={fillText(texts.organisation.detail.moreActions, { name: row.name })}
        actions={offered}
        onRun={(action) => void action.run(isLeaving(action) ? leaving : target, { navigate, user: me })}
      />
    </>
  );
}

/** The stored unit, refreshed when an operation may have changed it. */
function useStoredUnit<Row extends UnitRow>(spec: UnitSpec<Row>, id: string, row: Row | undefined) {
  const client = useQueryClient();
  const unit = useQuery({ ...spec.query(id), ...(row && { initialData: row, initialDataUpdatedAt: 0 }) });
  const refresh = () => client.invalidateQueries({ predicate: isAnswerOf([...spec.stale, spec.detail.listActivity]) });
  // The operation may have changed this unit.
  useLiveEvents('operation', ({ operation }) => {
    if (operation.list === spec.type && operation.finishedAt) void refresh();
  });
  return { unit, refresh };
}

/** Edit state of a unit: edit lock, version check, and a preview of the effect on people. */
function useUnitSheet<Row extends UnitRow>(spec: UnitSpec<Row>, row: Row, refresh: () => Promise<void>) {
  const texts = useTexts();
  const me = useCurrentUser();
  const client = useQueryClient();
  const stored = spec.valuesOf(row);
  const changesOf = (values: Values, changed: readonly string[]) => {
    const body = spec.bodyOf(values);
    return Object.fromEntries(changed.filter((name) => name in body).map((name) => [name, body[name]]));
  };
  const form = useDetailForm<Values>({
    id: row.id,
    stored,
    check: (values) => spec.problemsOf(values, texts),
    reload: refresh,
    save: async (values, changed) => {
      const saved = await spec.update(row.id, { ...changesOf(values, changed as string[]), version: row.version });
      client.setQueryData(spec.query(row.id).queryKey, saved);
      void refresh();
      notify({ level: 'success', title: fillText(texts.organisation.form.saved, { name: saved.name }) });
    },
  });
  const mayEdit = spec.mayChange(row, me.roleId);
  const edit = useEditing({ calls: spec.detail, id: row.id, form, mayEdit, reload: refresh });
  const save = async () => {
    const body = changesOf(form.values, form.changed as string[]);
    const preview = () => spec.previewUpdate?.(row, body) ?? null;
    const words = texts.organisation.effect;
    const touchesPeople = row.people > 0 && ('dataScope' in body || 'groupIds' in body);
    if (spec.previewUpdate && touchesPeople) {
      const title = fillText(words.agreeTitle, { name: row.name });
      const compute = () => preview() ?? Promise.reject(new Error('Nothing to work out'));
      if (!(await agreeTo({ title, confirmLabel: words.agree, preview: compute }))) return;
    }
    await form.submit();
  };
  const notes = Object.fromEntries(
    (form.overtaken as string[]).map((name) => [
      name,
      fillText(texts.detail.newerValue, {
        value: spec.valueWords(name, stored[name], texts) ?? (stored[name] || texts.words.notSet),
      }),
    ]),
  );
  return { ...edit, save, notes };
}
type UnitSheetState = ReturnType<typeof useUnitSheet>;

type UnitActivityProps<Row extends UnitRow> = { spec: UnitSpec<Row>; row: Row; onReverted: () => void };

/** Activity of the unit, with Revert. */
function UnitActivity<Row extends UnitRow>({ spec, row, onReverted }: UnitActivityProps<Row>) {
  const texts = useTexts();
  const { detail } = texts.organisation;
  const units = useQuery(queryOf(listUnits, {}, { quiet: true })).data;
  const words = useMemo<FieldWords>(() => {
    const { organisation } = texts;
    const labels: Record<string, string> = {
      ...organisation.form,
      ...organisation.fields,
      collegeId: organisation.form.college,
      parentId: organisation.form.parent,
      intoId: organisation.merge.into,
      into: organisation.merge.into,
      headId: organisation.form.head,
      roleId: organisation.form.role,
      groupIds: organisation.form.groups,
      fromId: organisation.fields.from ?? '',
    };
    const named = [
      ...(units?.colleges ?? []),
      ...(units?.departments ?? []),
      ...(units?.positions ?? []),
      ...(spec.named?.(row) ?? []),
    ];
    const names = new Map(named.map(({ id, name }) => [id, name]));
    return {
      field: (field) => namedField(labels, field),
      value: (field, value) =>
        spec.valueWords(field, value, texts) ??
        names.get(String(value)) ??
        listed(value, names) ??
        plainValue(value, texts.words),
      action: (action) => organisation.activity[action.split('.')[1] ?? ''],
    };
  }, [texts, units, spec, row]);
  return (
    <div className="detail-side">
      <Tabs
        label={detail.tabsLabel}
        tabs={[{ id: 'activity', label: detail.tabs.activity }]}
        active="activity"
        onChange={() => undefined}
      >
        <ActivityTab
          calls={spec.detail}
          id={row.id}
          version={row.version}
          words={words}
          current={currentOf(spec, row)}
          onReverted={onReverted}
        />
      </Tabs>
    </div>
  );
}

/** Names of several units; just their number if some names are unknown. */
function listed(value: unknown, names: ReadonlyMap<string, string>): string | undefined {
  if (!Array.isArray(value) || value.length === 0) return Array.isArray(value) ? '0' : undefined;
  const known = value.map((id) => names.get(String(id)));
  return known.every((name) => name !== undefined) ? joinNames(known) : String(value.length);
}

/** Current values under the field names that activities use. */
function currentOf<Row extends UnitRow>(spec: UnitSpec<Row>, row: Row): Record<string, unknown> {
  const values = spec.valuesOf(row);
  return { ...values, ...spec.bodyOf(values), ...('parentId' in values && { parentId: values.parentId || null }) };
}
