import { listUnits } from '@lectern/contract/features/organisation.ts';
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { ActivityTab } from '../../../components/detail/activity-tab.tsx';
import { type FieldWords, namedField, plainValue } from '../../../components/detail/field-words.ts';
import { Tabs } from '../../../components/tabs.tsx';
import { joinNames } from '../../../lib/i18n/punctuation.ts';
import { useTexts } from '../../../lib/i18n/use-texts.ts';
import { queryOf } from '../../../lib/queries.ts';
import type { UnitRow, UnitSpec } from '../unit-spec.ts';

type Props<Row extends UnitRow> = { spec: UnitSpec<Row>; row: Row; onReverted: () => void };

/** What was done to it, by whom, and the way back. */
export function UnitActivity<Row extends UnitRow>({ spec, row, onReverted }: Props<Row>) {
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
        (field === 'headId' && value ? texts.words.unknown : plainValue(value, texts.words.none)),
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

/** Several at once, by their names as far as these are known. */
function listed(value: unknown, names: ReadonlyMap<string, string>): string | undefined {
  if (!Array.isArray(value) || value.length === 0) return Array.isArray(value) ? '0' : undefined;
  const known = value.map((id) => names.get(String(id)));
  return known.every((name) => name !== undefined) ? joinNames(known) : String(value.length);
}

/** As activities call its fields. */
function currentOf<Row extends UnitRow>(spec: UnitSpec<Row>, row: Row): Record<string, unknown> {
  const values = spec.valuesOf(row);
  return { ...values, ...spec.bodyOf(values), ...('parentId' in values && { parentId: values.parentId || null }) };
}
