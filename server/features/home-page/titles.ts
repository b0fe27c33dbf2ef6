import type { TitleOf } from './diff-content.policy.ts';
import type { ThingRow } from './home-thing.ts';
import { thingOf } from './resolve-content.policy.ts';

/** What an entry is called: by its own title, or by the thing’s; null: a rule, or gone. */
export function titles(things: ReadonlyMap<string, Pick<ThingRow, 'title'>>): TitleOf {
  return (entry) => {
    const thing = entry.columnId ? { kind: 'column', id: entry.columnId } : thingOf(entry);
    return entry.title ?? (thing ? things.get(`${thing.kind}:${thing.id}`)?.title : null) ?? null;
  };
}
