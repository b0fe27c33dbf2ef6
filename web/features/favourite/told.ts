import { dictionary } from '../../lib/i18n/language.ts';
import { notify } from '../../lib/notifications.ts';

/** Says that something is done, with the way back where there is one. */
export function told(title: string, undo?: () => Promise<unknown>, text?: string): void {
  const label = dictionary.get().texts?.drag.undo ?? '';
  notify({
    level: 'success',
    title,
    ...(text && { text }),
    // The request client tells of a failure by itself.
    ...(undo && { deed: { label, run: () => void undo().catch(() => undefined) } }),
  });
}
