import { apiBase } from '@lectern/contract/constants.ts';
import type { ColumnItem } from '@lectern/contract/features/column.ts';
import { AppLink } from '../../../components/app-link.tsx';
import { Banner } from '../../../components/banner.tsx';
import { Button } from '../../../components/button.tsx';
import { EmptyState } from '../../../components/empty-state.tsx';
import { QueryError } from '../../../components/error-panel.tsx';
import { lengthWords } from '../../../components/resource/list/length-words.ts';
import { KindIcon, Thumbnail } from '../../../components/resource/thumbnail.tsx';
import { Skeleton, SkeletonRegion } from '../../../components/skeleton.tsx';
import { lineOf } from '../../../components/tree/tree-model.ts';
import { useFormat } from '../../../lib/format.ts';
import { fillText, useTexts } from '../../../lib/i18n/use-texts.ts';
import { columnHref } from '../column-address.ts';
import { useColumnItems } from '../content/use-column-items.ts';
import { useOpenedColumn } from '../use-columns.ts';
import './column-preview.css';

/** The column as visitors see it: visible items only, in order, up to the limit. */
export function ColumnPreview() {
  const { column, columns } = useOpenedColumn();
  const { column: texts } = useTexts();
  const words = texts.preview;
  const { pages, rows } = useColumnItems(column.id, { preview: true });
  const hiddenAbove = lineOf(columns, column.id).find((one) => !one.visible);
  const below = columns.filter((one) => one.parentId === column.id && one.visible);
  return (
    <div className="column-preview">
      {hiddenAbove && (
        <Banner tone="warning" icon="eyeOff" label={texts.tabs.preview}>
          {hiddenAbove.id === column.id ? words.hidden : fillText(words.hiddenAbove, { name: hiddenAbove.name })}
        </Banner>
      )}
      <p className="column-preview-note">{words.text}</p>
      <article className="column-preview-frame" aria-label={fillText(words.label, { name: column.name })}>
        <header className={column.cover ? 'column-preview-head column-preview-covered' : 'column-preview-head'}>
          {column.cover && <img src={apiBase + column.cover} alt="" />}
          <div>
            <h3>{column.name}</h3>
            {column.description && <p>{column.description}</p>}
          </div>
        </header>
        {below.length > 0 && (
          <nav className="column-preview-below" aria-label={words.below}>
            {below.map((one) => (
              <AppLink key={one.id} to={columnHref(one.id, 'preview')}>
                {one.name}
              </AppLink>
            ))}
          </nav>
        )}
        {pages.error && <QueryError query={pages} />}
        {pages.isPending && (
          <SkeletonRegion className="column-preview-cards">
            <Skeleton height={150} />
            <Skeleton height={150} />
            <Skeleton height={150} />
          </SkeletonRegion>
        )}
        {pages.isSuccess && rows.length === 0 && (
          <EmptyState icon="eye" title={words.empty}>
            {words.emptyText}
          </EmptyState>
        )}
        <ul className="column-preview-cards">
          {rows.map((row) => (
            <PreviewCard key={row.id} row={row} />
          ))}
        </ul>
        {pages.hasNextPage && (
          <Button busy={pages.isFetchingNextPage} onClick={() => void pages.fetchNextPage()}>
            {texts.content.more}
          </Button>
        )}
      </article>
    </div>
  );
}

function PreviewCard({ row }: { row: ColumnItem }) {
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
