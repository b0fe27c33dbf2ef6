import { resourceList } from '@lectern/contract/features/resource.ts';
import type { FilterValue } from '@lectern/contract/list/filter.ts';
import { printView } from '@lectern/contract/list/list-address.ts';
import { AppError, invalidField } from '../../platform/app-error.ts';
import { parseMatching } from '../../platform/list/parse-matching.ts';
import type { View } from '../../platform/list/view-conditions.ts';

/** Filters that depend on the reader can't be part of a rule for everyone. */
const personal = ['starred', 'duplicates'];
const tabs = ['all', 'document', 'video', 'audio', 'image'];

/** Parses a rule; throws a field error on `rule` for anything the resource list doesn't accept. */
export function parseRule(rule: string): View {
  const view = readRule(rule);
  const refused = personal.find((name) => view[name] !== undefined);
  if (refused) throw invalidField('rule', 'notForRules', { name: refused });
  if (!tabs.includes(view.tab)) throw invalidField('rule', 'notForRules', { name: view.tab });
  return view;
}

/** The canonical form of a rule. */
export function tidyRule(rule: string): string {
  const { tab, search, sort, ...rest } = parseRule(rule);
  const filters = Object.fromEntries(Object.entries(rest).filter(([, value]) => value !== undefined));
  const address = { tab, search, sort, filters: filters as Record<string, FilterValue> };
  const fields = printView(resourceList, { ...address, page: 1, size: 50, cursor: undefined, refused: [] });
  return new URLSearchParams(fields).toString();
}

const reasonIn = ({ params: { reason } }: AppError) => (typeof reason === 'object' ? reason : 'notAccepted');

function readRule(rule: string): View {
  try {
    return parseMatching(resourceList, rule);
  } catch (error) {
    if (error instanceof AppError) throw invalidField('rule', reasonIn(error));
    throw error;
  }
}

const longest = 100;

/** Lower-case letters and digits of any script, joined by hyphens: 数学 stays 数学. */
export function slugOf(name: string): string {
  const slug = name
    .normalize('NFKC')
    .toLowerCase()
    .replaceAll(/[^\p{Ll}\p{Lo}\p{N}]+/gu, '-')
    .replaceAll(/^-+|-+$/g, '');
  return cut(slug, longest) || 'column';
}

/** The slug, with a number appended if a sibling already has it. */
export function freeSlug(wanted: string, taken: ReadonlySet<string>): string {
  if (!taken.has(wanted.toLowerCase())) return wanted;
  for (let number = 2; ; number += 1) {
    const slug = `${cut(wanted, longest - 8)}-${number}`;
    if (!taken.has(slug)) return slug;
  }
}

function cut(text: string, length: number): string {
  return [...text].slice(0, length).join('').replace(/-+$/, '');
}
