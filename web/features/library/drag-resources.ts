import type { Place } from '../../components/resource/place-chooser.tsx';
import { beginOperation } from '../../lib/begin-operation.ts';
import { createFormat } from '../../lib/format.ts';
import { dictionary } from '../../lib/i18n/language.ts';
import { fillText } from '../../lib/i18n/use-texts.ts';

const kind = 'application/x-lectern-resources';

/** While they are dragged, resources are known by their ids alone. */
export function dragResources(transfer: DataTransfer, ids: readonly string[]): void {
  transfer.effectAllowed = 'move';
  transfer.setData(kind, JSON.stringify(ids));
}

export function isResourceDrag(transfer: DataTransfer): boolean {
  return transfer.types.includes(kind);
}

export function draggedResources(transfer: DataTransfer): string[] {
  try {
    const ids: unknown = JSON.parse(transfer.getData(kind));
    return Array.isArray(ids) ? ids.filter((id) => typeof id === 'string') : [];
  } catch {
    return [];
  }
}

/** Moves resources as an operation, which can be undone. */
export async function placeResources(ids: readonly string[], place: Place, name: string): Promise<void> {
  const { texts, language } = dictionary.get();
  if (ids.length === 0 || !texts) return;
  const count = createFormat(language, undefined).number(ids.length);
  const label = fillText(texts.library.movedResources, { count, place: name });
  const order = { list: 'libraryResource', action: 'place', selection: { ids: [...ids] }, input: { ...place } };
  await beginOperation({ ...order, label, count: ids.length }).catch(() => undefined);
}
