import type { ActivityRow } from '@lectern/contract/features/profile.ts';

export type ActivityChange = { field: string; before: string; after: string };

const nothing = '—';

/** The fields of a deed that differ before and after, as text. */
export function changesOf({ before, after }: Pick<ActivityRow, 'before' | 'after'>): ActivityChange[] {
  const fields = new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})]);
  return [...fields]
    .map((field) => ({ field, before: asText(before?.[field]), after: asText(after?.[field]) }))
    .filter((change) => change.before !== change.after);
}

function asText(value: unknown): string {
  if (value === undefined || value === null || value === '') return nothing;
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
}
