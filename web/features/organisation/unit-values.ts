import type { Texts } from '../../lib/i18n/use-texts.ts';
import type { Problems } from './unit-spec.ts';

type Issue = { path: PropertyKey[] };
type Schema = { safeParse(value: unknown): { success: true } | { success: false; error: { issues: Issue[] } } };

/** What the contract would refuse, in the reader's words. */
export function problemsWith(schema: Schema, body: Record<string, unknown>, texts: Texts): Problems {
  const parsed = schema.safeParse(body);
  if (parsed.success) return {};
  const wrong = new Set(parsed.error.issues.map(({ path }) => String(path[0])));
  return Object.fromEntries(
    [...wrong].map((name) => {
      const isWritten = Boolean(body[name]);
      return [name, name === 'code' && isWritten ? texts.organisation.form.badCode : texts.words.required];
    }),
  );
}
