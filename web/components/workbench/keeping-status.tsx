import { useFormat } from '../../lib/format.ts';
import { fillText, useTexts } from '../../lib/i18n/use-texts.ts';
import { useOnline } from '../../lib/online.ts';
import type { Keeping } from './draft-keeper.ts';

/** Shows whether changes are saved, or at least kept in a draft. */
export function KeepingStatus({
  keeping,
  unsaved,
  readOnly,
}: {
  keeping: Keeping;
  unsaved: boolean;
  readOnly: boolean;
}) {
  const { textWork } = useTexts();
  const format = useFormat();
  const online = useOnline();
  const { status } = textWork;
  if (readOnly && !unsaved) return status.readOnly;
  if (!unsaved) return status.clean;
  if (!online) return status.offline;
  switch (keeping.state) {
    case 'keeping':
      return status.keeping;
    case 'failed':
      return status.failed;
    case 'kept':
      return keeping.at ? fillText(status.kept, { time: format.time(keeping.at) }) : status.pending;
    default:
      return status.pending;
  }
}
