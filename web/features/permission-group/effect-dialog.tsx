import type { PermissionEffect } from '@lectern/contract/features/permission-effect.ts';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { Banner } from '../../components/banner.tsx';
import { Button } from '../../components/button.tsx';
import { Dialog } from '../../components/dialog.tsx';
import { ErrorPanel } from '../../components/error-panel.tsx';
import { EffectView } from '../../components/permission/effect-view.tsx';
import { Skeleton, SkeletonRegion } from '../../components/skeleton.tsx';
import type { ApiError } from '../../lib/api-error.ts';
import { useTexts } from '../../lib/i18n/use-texts.ts';
import '../../components/page-body.css';
import './effect-dialog.css';

type Props = {
  title: string;
  preview: EffectPreview;
  confirmLabel: string;
  look?: 'primary' | 'danger';
  busy: boolean;
  /** What came of trying. */
  failure: ApiError | null;
  onConfirm: () => void;
  onClose: () => void;
  children?: ReactNode;
};

/** Shows who gains and who loses before a change is made. */
export function EffectDialog(props: Props) {
  const { title, preview, confirmLabel, look = 'primary', busy, failure, onConfirm, onClose, children } = props;
  const { words } = useTexts();
  const footer = (
    <>
      <Button data-first-focus onClick={onClose}>
        {words.cancel}
      </Button>
      <Button look={look} busy={busy} disabled={!preview.ready} onClick={onConfirm}>
        {confirmLabel}
      </Button>
    </>
  );
  return (
    <Dialog open className="effect-dialog" title={title} onClose={onClose} footer={footer}>
      <div className="page-stack">
        {children}
        <PreviewedEffect preview={preview} failure={failure} />
      </div>
    </Dialog>
  );
}

/** The effect itself, while it is worked out, and what went wrong about it. */
export function PreviewedEffect({ preview, failure }: { preview: EffectPreview; failure: ApiError | null }) {
  const { effect: words } = useTexts().permissionGroup;
  const differs = failure?.code === 'effectDiffers';
  return (
    <>
      {failure && <Banner tone={differs ? 'warning' : 'bad'}>{differs ? words.differs : failure.message}</Banner>}
      {preview.error && (
        <ErrorPanel error={preview.error} retrying={preview.loading} onRetry={() => preview.refetch()} />
      )}
      {preview.loading && (
        <SkeletonRegion>
          <p className="effect-loading">{words.loading}</p>
          <Skeleton height={140} />
        </SkeletonRegion>
      )}
      {preview.effect && !preview.error && (
        <EffectView effect={preview.effect} accepted={preview.accepted} onAccept={preview.accept} />
      )}
    </>
  );
}

type EffectPreview = {
  effect: PermissionEffect | undefined;
  error: ApiError | null;
  loading: boolean;
  refetch: () => void;
  /** Pages close for everybody but administrators: has that been agreed to, where it has to be? */
  accepted: boolean;
  accept: (accepted: boolean) => void;
  ready: boolean;
};

/** Works out what a change would do; asked anew for every other change, and never kept. Where it can't be told: nothing. */
export function useEffectPreview(
  key: readonly unknown[],
  ask: () => Promise<PermissionEffect>,
  possible = true,
): EffectPreview {
  const preview = useQuery<PermissionEffect, ApiError>({
    queryKey: ['permissionEffect', ...key],
    queryFn: ask,
    staleTime: 0,
    gcTime: 0,
    enabled: possible,
    retry: false,
    refetchOnWindowFocus: false,
  });
  const effect = preview.isFetching ? undefined : preview.data;
  const [acceptedFor, setAcceptedFor] = useState<string | null>(null);
  const accepted = effect !== undefined && acceptedFor === effect.digest;
  return {
    effect,
    error: preview.error,
    loading: preview.isFetching,
    refetch: () => void preview.refetch(),
    accepted,
    accept: (yes) => setAcceptedFor(yes && effect ? effect.digest : null),
    ready: !possible || (effect !== undefined && (effect.closed.length === 0 || accepted)),
  };
}
