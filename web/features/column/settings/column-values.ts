import { type ColumnNode, columnFields } from '@lectern/contract/features/column.ts';
import type { Texts } from '../../../lib/i18n/use-texts.ts';

/** The settings as the form holds them: a limit is text while somebody types it. */
export type ColumnValues = Pick<
  ColumnNode,
  'name' | 'slug' | 'description' | 'visible' | 'mode' | 'rule' | 'sortRule'
> & {
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

export function bodyOf(values: ColumnValues) {
  const { itemLimit, ...rest } = values;
  return { ...rest, itemLimit: itemLimit.trim() === '' ? null : Number(itemLimit) };
}

type Problems = Partial<Record<keyof ColumnValues, string>>;

/** What can be said before the server is asked. */
export function problemsOf(values: ColumnValues, { column: { form }, words }: Texts): Problems {
  const body = bodyOf(values);
  const problems: Problems = {};
  if (!columnFields.name.safeParse(body.name).success) problems.name = words.required;
  if (!columnFields.slug.safeParse(body.slug).success) problems.slug = form.slugWrong;
  if (!columnFields.itemLimit.safeParse(body.itemLimit).success) problems.itemLimit = form.limitWrong;
  return problems;
}
