import { useLocation } from '@tanstack/react-router';
import type { ComponentProps, ReactNode } from 'react';
import type { ApiError } from '../../lib/api-error.ts';
import { useTexts } from '../../lib/i18n/use-texts.ts';
import { QueryError } from '../error-panel.tsx';
import { Skeleton, SkeletonRegion } from '../skeleton.tsx';
import { UnsavedGuard } from '../unsaved-guard.tsx';
import { DetailNotices } from './detail-notices.tsx';
import { DetailSaveBar } from './detail-save-bar.tsx';
import { DetailSheet, type Neighbours } from './detail-sheet.tsx';
import type { Editing, FormState } from './use-editing.ts';

/** Id of the opened object, from the address; null when none is open. */
export function useOpenedId(): string | null {
  return new URLSearchParams(useLocation().searchStr).get('id');
}

type SheetForm = FormState & ComponentProps<typeof DetailNotices>['form'];
type Props = {
  label: string;
  neighbours: Neighbours<unknown>;
  header: ReactNode;
  edit: Editing<SheetForm>;
  /** Called instead of submitting the form directly. */
  onSave?: () => void;
  children: ReactNode;
};

export function FormSheet({ label, neighbours, header, edit, onSave, children }: Props) {
  const { form, lock, goOn, editable } = edit;
  const save = onSave ?? (() => void form.submit());
  return (
    <DetailSheet
      label={label}
      neighbours={neighbours}
      header={header}
      notices={<DetailNotices lock={lock} onGoOn={goOn} form={form} />}
      footer={<DetailSaveBar edit={edit} onSave={save} />}
      onSave={() => editable && save()}
    >
      {children}
      <UnsavedGuard unsaved={form.changed.length > 0} />
    </DetailSheet>
  );
}

type Query = { error: ApiError | null; isFetching: boolean; refetch: () => Promise<unknown> };

/** The sheet while its object is loading or can't be shown. */
export function WaitingSheet(props: { neighbours: Neighbours<unknown>; query: Query; notFound: string }) {
  const { neighbours, query, notFound } = props;
  const { words } = useTexts();
  return (
    <DetailSheet
      label={words.loading}
      neighbours={neighbours}
      header={<h3 className="detail-title">{query.error ? notFound : words.loading}</h3>}
    >
      <div className="detail-main">
        <Waiting query={query} />
      </div>
    </DetailSheet>
  );
}

/** Placeholder for an object that is loading, or the error. */
export function Waiting({ query, height = 240 }: { query: Query; height?: number }) {
  if (query.error) {
    return <QueryError query={query} />;
  }
  return (
    <SkeletonRegion>
      <Skeleton height={height} />
    </SkeletonRegion>
  );
}
