import { listSensitiveWords, type SensitiveWordRow } from '@lectern/contract/features/sensitive-word.ts';
import { useQueryClient } from '@tanstack/react-query';
import { useLocation } from '@tanstack/react-router';
import { DetailNotices } from '../../../components/detail/detail-notices.tsx';
import { DetailSaveBar } from '../../../components/detail/detail-save-bar.tsx';
import { DetailSheet } from '../../../components/detail/detail-sheet.tsx';
import { type Neighbours, useNeighbours } from '../../../components/detail/use-neighbours.ts';
import { ErrorPanel } from '../../../components/error-panel.tsx';
import { Skeleton, SkeletonRegion } from '../../../components/skeleton.tsx';
import { UnsavedGuard } from '../../../components/unsaved-guard.tsx';
import { useTexts } from '../../../lib/i18n/use-texts.ts';
import { isAnswerOf } from '../../../lib/queries.ts';
import { wordListView } from '../word-list.ts';
import { useStoredWord, useWordSheet } from './use-word-sheet.ts';
import { WordDetailFields } from './word-detail-fields.tsx';
import { WordDetailHeader } from './word-detail-header.tsx';
import { WordDetailTabs } from './word-detail-tabs.tsx';
import './word-detail.css';

/** The word that the address names, over the list. */
export function WordDetail() {
  const { searchStr } = useLocation();
  const id = new URLSearchParams(searchStr).get('id');
  return id ? <OpenedWord id={id} /> : null;
}

function OpenedWord({ id }: { id: string }) {
  const { sensitiveWord, words } = useTexts();
  const neighbours = useNeighbours(wordListView, id);
  const { word, refresh } = useStoredWord(id, neighbours.row);
  if (word.data) return <WordSheet word={word.data} neighbours={neighbours} refresh={refresh} />;
  return (
    <DetailSheet
      label={words.loading}
      neighbours={neighbours}
      header={<h3 className="detail-title">{word.error ? sensitiveWord.detail.notFound : words.loading}</h3>}
      onSave={() => undefined}
    >
      <div className="detail-main">
        {word.error ? (
          <ErrorPanel error={word.error} retrying={word.isFetching} onRetry={() => void word.refetch()} />
        ) : (
          <SkeletonRegion>
            <Skeleton height={240} />
          </SkeletonRegion>
        )}
      </div>
    </DetailSheet>
  );
}

type SheetProps = { word: SensitiveWordRow; neighbours: Neighbours<SensitiveWordRow>; refresh: () => Promise<void> };

function WordSheet({ word, neighbours, refresh }: SheetProps) {
  const client = useQueryClient();
  const state = useWordSheet(word, refresh);
  const { form, lock, goOn } = state;
  const onReverted = () => {
    void refresh();
    void client.invalidateQueries({ predicate: isAnswerOf([listSensitiveWords]) });
  };
  return (
    <DetailSheet
      label={word.text}
      neighbours={neighbours}
      header={<WordDetailHeader word={word} state={state} close={neighbours.list} />}
      notices={<DetailNotices lock={lock} onGoOn={goOn} form={form} />}
      footer={
        <DetailSaveBar
          changes={form.changed.length}
          saving={form.saving || state.weighing}
          blocked={!state.editable}
          onSave={() => void state.save()}
          onDiscard={form.discard}
        />
      }
      onSave={() => void state.save()}
    >
      <WordDetailFields word={word} state={state} />
      <WordDetailTabs word={word} state={state} onReverted={onReverted} />
      <UnsavedGuard unsaved={form.changed.length > 0} />
    </DetailSheet>
  );
}
