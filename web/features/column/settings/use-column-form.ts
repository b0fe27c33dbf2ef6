import {
  type ColumnNode,
  columnDetailEndpoints,
  columnFields,
  listColumnActivity,
  updateColumn,
} from '@lectern/contract/features/column.ts';
import { useQueryClient } from '@tanstack/react-query';
import { useDetailForm } from '../../../components/detail/use-detail-form.ts';
import { useEditing, useSaveKey } from '../../../components/detail/use-editing.ts';
import { call } from '../../../lib/api-client.ts';
import { fillText, type Texts, useTexts } from '../../../lib/i18n/use-texts.ts';
import { isAnswerOf } from '../../../lib/queries.ts';
import { useColumnDeeds } from '../use-column-deeds.ts';
import { keepColumn, refreshColumns, useMayManage } from '../use-columns.ts';

/** Edits of a column: under the edit lock, with the version, with a way back. */
export function useColumnForm(column: ColumnNode) {
  const texts = useTexts();
  const client = useQueryClient();
  const deeds = useColumnDeeds();
  const mayManage = useMayManage();
  const form = useDetailForm({
    id: column.id,
    stored: valuesOf(column),
    check: (values) => problemsOf(values, texts),
    reload: () => refreshColumns(client),
    save: async (values, changed) => {
      const pick = (body: Record<string, unknown>) => Object.fromEntries(changed.map((name) => [name, body[name]]));
      const before = pick(bodyOf(valuesOf(column)));
      const request = { params: { id: column.id }, body: { ...pick(bodyOf(values)), version: column.version } };
      const saved = await call(updateColumn, request, { quiet: true });
      keepColumn(client, saved);
      void refreshColumns(client);
      void client.invalidateQueries({ predicate: isAnswerOf([listColumnActivity]) });
      deeds.told(fillText(texts.column.done.saved, { name: saved.name }), async () => {
        await deeds.update(column.id, before);
        await refreshColumns(client);
      });
    },
  });
  const edit = useEditing({
    calls: columnDetailEndpoints,
    id: column.id,
    form,
    mayEdit: mayManage,
    reload: () => refreshColumns(client),
  });
  useSaveKey('column.save', edit);
  return edit;
}

/** The settings as the form holds them: a limit is text while somebody types it. */
type ColumnValues = Pick<ColumnNode, 'name' | 'slug' | 'description' | 'visible' | 'mode' | 'rule' | 'sortRule'> & {
  itemLimit: string;
};

export function valuesOf(column: ColumnNode): ColumnValues {
  const { name, slug, description, visible, mode, rule, sortRule, itemLimit } = column;
  return {
    name,
    slug,
    description,
    visible,
    mode,
    rule,
    sortRule,
    itemLimit: itemLimit === null ? '' : String(itemLimit),
  };
}

function bodyOf(values: ColumnValues) {
  const { itemLimit, ...rest } = values;
  return { ...rest, itemLimit: itemLimit.trim() === '' ? null : Number(itemLimit) };
}

type Problems = Partial<Record<keyof ColumnValues, string>>;

/** What can be said before the server is asked. */
function problemsOf(values: ColumnValues, { column: { form }, words }: Texts): Problems {
  const body = bodyOf(values);
  const problems: Problems = {};
  if (!columnFields.name.safeParse(body.name).success) problems.name = words.required;
  if (!columnFields.slug.safeParse(body.slug).success) problems.slug = form.slugWrong;
  if (!columnFields.itemLimit.safeParse(body.itemLimit).success) problems.itemLimit = form.limitWrong;
  return problems;
}
