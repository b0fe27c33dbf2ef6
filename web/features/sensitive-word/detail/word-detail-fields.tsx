import { listSensitivePacks } from '@lectern/contract/features/sensitive-pack.ts';
import {
  getSensitiveWord,
  listSensitiveWords,
  type SensitiveWordRow,
  updateSensitiveWord,
} from '@lectern/contract/features/sensitive-word.ts';
import {
  listSensitiveWordActivity,
  sensitiveWordDetailEndpoints,
} from '@lectern/contract/features/sensitive-word-detail.ts';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { type FieldWords, namedField, plainValue } from '../../../components/detail/field-words.ts';
import { useDetailForm } from '../../../components/detail/use-detail-form.ts';
import { useEditing } from '../../../components/detail/use-editing.ts';
import { FactList } from '../../../components/fact-list.tsx';
import { Switch } from '../../../components/switch.tsx';
import { call } from '../../../lib/api-client.ts';
import { useCurrentUser } from '../../../lib/current-user.tsx';
import { useFormat } from '../../../lib/format.ts';
import { joinNames } from '../../../lib/i18n/punctuation.ts';
import { fillText, useTexts } from '../../../lib/i18n/use-texts.ts';
import { useLiveEvents } from '../../../lib/live-events.ts';
import { notify } from '../../../lib/notifications.ts';
import { isAnswerOf, queryOf } from '../../../lib/queries.ts';
import { askImpact } from '../trial/ask-impact.ts';
import { usePacks } from '../use-packs.ts';
import { mayManage } from '../word-actions.ts';
import { MatchFields, ScopeFields } from '../word-fields.tsx';
import { wordPrecision } from '../word-state.tsx';
import {
  canChangeHits,
  changesOf,
  problemsOf,
  readList,
  refusedFields,
  valuesOf,
  type WordValues,
  wordNames,
} from '../word-values.ts';

/** Fields of a word; editable for users who may change it. */
export function WordDetailFields({ word, state }: { word: SensitiveWordRow; state: WordSheetState }) {
  const texts = useTexts();
  const format = useFormat();
  const words = useWordWords();
  const { form, editable } = state;
  const { sensitiveWord, detail } = texts;
  const stored = valuesOf(word);
  const noteOf = (name: keyof WordValues) =>
    form.overtaken.includes(name)
      ? fillText(detail.newerValue, { value: words.value(name, valueInList(name, stored[name])) })
      : undefined;
  const fields = {
    values: form.values,
    problems: form.problems,
    changed: form.changed,
    noteOf,
    editable,
    set: form.set,
  };
  const by = (at: string, who: { name: string } | null) => {
    const time = format.dateTime(at);
    return who ? fillText(sensitiveWord.detail.by, { time, name: who.name }) : time;
  };
  const judged = wordPrecision(word, texts, format);
  return (
    <div className="detail-main">
      <div className="word-detail-fields">
        <Switch
          label={sensitiveWord.form.enabled}
          hint={sensitiveWord.form.enabledHint}
          checked={form.values.enabled}
          disabled={!editable}
          onChange={(checked) => form.set('enabled', checked)}
        />
        <MatchFields {...fields} />
        <ScopeFields {...fields} />
      </div>
      <FactList
        facts={[
          { label: sensitiveWord.detail.hits, value: format.number(word.hits) },
          {
            label: sensitiveWord.detail.precision,
            value:
              word.precision === null ? (
                sensitiveWord.detail.undecided
              ) : (
                <>
                  {judged} ·{' '}
                  {fillText(sensitiveWord.precisionOf, {
                    confirmed: format.number(word.confirmed),
                    decided: format.number(word.decided),
                  })}
                </>
              ),
          },
          { label: sensitiveWord.detail.created, value: by(word.createdAt, word.createdBy) },
          { label: sensitiveWord.detail.updated, value: by(word.updatedAt, word.updatedBy) },
        ]}
      />
    </div>
  );
}

const lists: readonly string[] = ['sources', 'kinds', 'exceptions'] satisfies (keyof WordValues)[];

/** Current values by the field names that activities use. */
export function currentFields({ pack, ...word }: SensitiveWordRow): Record<string, unknown> {
  return { ...word, packId: pack?.id ?? null };
}

/** Converts a form value to the stored form. */
function valueInList(name: keyof WordValues, value: unknown): unknown {
  return lists.includes(name) ? readList(String(value)) : value;
}

/** Labels and values for the activity log; codes and ids are shown as names. */
export function useWordWords(): FieldWords {
  const texts = useTexts();
  const { sensitiveWord, words } = texts;
  const packs = usePacks().data;
  const names = wordNames(texts);
  const { importFields, detail } = sensitiveWord;
  const fields: Record<string, string> = { ...importFields, packId: importFields.pack };
  const choices: Record<string, Record<string, string>> = {
    mode: names.mode,
    category: names.category,
    severity: names.severity,
    language: names.language,
    sources: names.source,
    kinds: names.kind,
    packId: Object.fromEntries((packs ?? []).map(({ id, name }) => [id, name])),
  };
  const empty: Record<string, string> = {
    language: sensitiveWord.everyLanguage,
    sources: sensitiveWord.everywhere,
    kinds: sensitiveWord.everywhere,
    packId: sensitiveWord.noPack,
  };
  return {
    field: (field) => namedField(fields, field),
    value(field, value) {
      if (typeof value === 'boolean') return value ? detail.yes : detail.no;
      const named = (one: unknown) => choices[field]?.[String(one)] ?? String(one);
      if (Array.isArray(value))
        return value.length > 0 ? joinNames(value.map(named)) : (empty[field] ?? words.noneOfThem);
      if (value === null || value === '') return empty[field] ?? words.notSet;
      return value === undefined ? words.notSet : choices[field] ? named(value) : plainValue(value, words);
    },
    action: (action) => detail.activities[action],
  };
}

export function useStoredWord(id: string, row: SensitiveWordRow | undefined) {
  const client = useQueryClient();
  const word = useQuery({
    ...queryOf(getSensitiveWord, { params: { id } }, { quiet: true }),
    ...(row && { placeholderData: row }),
  });
  const refresh = () =>
    client.invalidateQueries({ predicate: isAnswerOf([getSensitiveWord, listSensitiveWordActivity]) });
  // An operation on words may have changed this one.
  useLiveEvents('operation', ({ operation }) => {
    if (operation.list === 'sensitiveWord' && operation.finishedAt) void refresh();
  });
  return { word, refresh };
}

/** Edit state of a word: takes the edit lock, checks the version, and previews the effect before saving. */
export function useWordSheet(word: SensitiveWordRow, refresh: () => Promise<void>) {
  const texts = useTexts();
  const me = useCurrentUser();
  const client = useQueryClient();
  const [weighing, setWeighing] = useState(false);
  const form = useDetailForm({
    id: word.id,
    stored: valuesOf(word),
    check: (values) => problemsOf(values, texts),
    refused: refusedFields,
    reload: refresh,
    save: async (values, changed) => {
      const request = { params: { id: word.id }, body: { ...changesOf(values, changed), version: word.version } };
      const saved = await call(updateSensitiveWord, request, { quiet: true });
      client.setQueryData(queryOf(getSensitiveWord, { params: { id: word.id } }).queryKey, saved);
      const stale = [listSensitiveWords, listSensitivePacks, listSensitiveWordActivity];
      void client.invalidateQueries({ predicate: isAnswerOf(stale) });
      notify({ level: 'success', title: fillText(texts.sensitiveWord.form.saved, { text: saved.text }) });
    },
  });
  const edit = useEditing({
    calls: sensitiveWordDetailEndpoints,
    id: word.id,
    form: { ...form, saving: form.saving || weighing },
    mayEdit: mayManage(me),
    reload: refresh,
  });
  const save = async () => {
    if (!edit.editable || edit.form.saving || form.changed.length === 0) return;
    const isFine = Object.keys(problemsOf(form.values, texts)).length === 0;
    if (isFine && canChangeHits(form.changed)) {
      setWeighing(true);
      const changes = [{ kind: 'change' as const, id: word.id, word: changesOf(form.values, form.changed) }];
      const goOn = await askImpact({ of: { changes } });
      setWeighing(false);
      if (!goOn) return;
    }
    await form.submit();
  };
  return { ...edit, save };
}
export type WordSheetState = ReturnType<typeof useWordSheet>;
