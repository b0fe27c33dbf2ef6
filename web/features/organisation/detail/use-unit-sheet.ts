import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useDetailForm } from '../../../components/detail/use-detail-form.ts';
import { useEditLock } from '../../../components/detail/use-edit-lock.ts';
import { useCurrentUser } from '../../../lib/current-user.tsx';
import { fillText, useTexts } from '../../../lib/i18n/use-texts.ts';
import { useLiveEvents } from '../../../lib/live-events.ts';
import { notify } from '../../../lib/notifications.ts';
import { isAnswerOf } from '../../../lib/queries.ts';
import { agreeTo } from '../unit-dialog.ts';
import type { UnitRow, UnitSpec, Values } from '../unit-spec.ts';

/** One unit as stored, and everything that keeps that fresh. */
export function useStoredUnit<Row extends UnitRow>(spec: UnitSpec<Row>, id: string, row: Row | undefined) {
  const client = useQueryClient();
  const unit = useQuery({ ...spec.query(id), ...(row && { initialData: row, initialDataUpdatedAt: 0 }) });
  const refresh = () => client.invalidateQueries({ predicate: isAnswerOf([...spec.stale, spec.detail.listActivity]) });
  // An action may have been for this one.
  useLiveEvents('operation', ({ operation }) => {
    if (operation.list === spec.type && operation.finishedAt) void refresh();
  });
  return { unit, refresh };
}

/** Edits of a unit: under the edit lock, with the version, and with their effect on people shown first. */
export function useUnitSheet<Row extends UnitRow>(spec: UnitSpec<Row>, row: Row, refresh: () => Promise<void>) {
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
  const lock = useEditLock(spec.detail, row.id, form.changed.length > 0);
  const goOn = () => {
    lock.goOn();
    void refresh();
  };
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
        value: spec.valueWords(name, stored[name], texts) ?? (stored[name] || texts.words.none),
      }),
    ]),
  );
  const editable = spec.mayChange(row, me.roleId) && !lock.other && !lock.finished;
  return { form, lock, goOn, editable, save, notes };
}
export type UnitSheetState = ReturnType<typeof useUnitSheet>;
