import type { ColumnItem } from '@lectern/contract/features/column.ts';
import { KindIcon } from '../../../components/resource/kind-icon.tsx';
import { lengthWords } from '../../../components/resource/list/length-words.ts';
import { Thumbnail } from '../../../components/resource/thumbnail.tsx';
import { useFormat } from '../../../lib/format.ts';
import { useTexts } from '../../../lib/i18n/use-texts.ts';

/** One resource as a visitor sees it. */
export function PreviewCard({ row }: { row: ColumnItem }) {
  const texts = useTexts();
  const format = useFormat();
  const length = lengthWords(row, { texts, format });
  return (
    <li className="column-preview-card">
      <Thumbnail resource={row} look="card" />
      <strong title={row.title}>{row.title}</strong>
      <span>
        <KindIcon kind={row.kind} size={13} /> {texts.resource.kinds[row.kind]}
        {length && ` · ${length}`}
      </span>
    </li>
  );
}
