import type { EffectSide, PermissionEffect } from '@lectern/contract/features/permission-effect.ts';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { Avatar } from '../../components/avatar.tsx';
import { Banner } from '../../components/banner.tsx';
import { Button } from '../../components/button.tsx';
import { Dialog } from '../../components/dialog.tsx';
import { ErrorPanel } from '../../components/error-panel.tsx';
import { Icon } from '../../components/icon.tsx';
import { pageNameOf } from '../../components/permission/page-name.ts';
import { Skeleton, SkeletonRegion } from '../../components/skeleton.tsx';
import type { ApiError } from '../../lib/api-error.ts';
import { useFormat } from '../../lib/format.ts';
import { joinNames, sentenceGap } from '../../lib/i18n/punctuation.ts';
import { fillText, useTexts } from '../../lib/i18n/use-texts.ts';
import '../../components/page-body.css';
import './effect-dialog.css';
import '../../components/permission/effect-view.css';

type Props = {
  title: string;
  preview: EffectPreview;
  confirmLabel: string;
  look?: 'primary' | 'danger';
  busy: boolean;
  /** Error of the last attempt to apply the change. */
  failure: ApiError | null;
  onConfirm: () => void;
  onClose: () => void;
  children?: ReactNode;
};

/** Shows who gains and who loses access before a change is made. */
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

/** The preview, its loading state, and errors of the preview or of the change itself. */
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
  /** Whether the user accepted that pages close for everyone but administrators. */
  accepted: boolean;
  accept: (accepted: boolean) => void;
  ready: boolean;
};

/**
 * Previews the effect of a change; requested again for every change and never cached. `possible: false` skips the
 * preview.
 */
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

type EffectViewProps = {
  effect: PermissionEffect;
  /**
   * Whether the user accepted that pages close for everyone but administrators; undefined when no consent is asked
   * for.
   */
  accepted?: boolean;
  onAccept?: (accepted: boolean) => void;
};

/** Who gains and who loses access to which pages. */
function EffectView({ effect, accepted, onAccept }: EffectViewProps) {
  const texts = useTexts();
  const words = texts.permissionGroup.effect;
  return (
    <div className="effect-view">
      {effect.closed.length > 0 && onAccept && (
        <Banner tone="warning" label={words.closed}>
          {words.closed}
          {sentenceGap()}
          {joinNames(effect.closed.map((path) => pageNameOf(path, texts)))}
          <label className="effect-accept">
            <input type="checkbox" checked={accepted} onChange={(event) => onAccept(event.target.checked)} />
            {words.accept}
          </label>
        </Banner>
      )}
      {effect.people === 0 ? (
        <p className="effect-nobody">{words.nobody}</p>
      ) : (
        <div className="effect-sides">
          <Side side={effect.gains} tone="gains" />
          <Side side={effect.loses} tone="loses" />
        </div>
      )}
    </div>
  );
}

/** People shown before "show all". */
const shownFirst = 8;

function Side({ side, tone }: { side: EffectSide; tone: 'gains' | 'loses' }) {
  const texts = useTexts();
  const format = useFormat();
  const words = texts.permissionGroup.effect;
  const [all, setAll] = useState(false);
  const title = side.people === 0 ? words[`${tone}None`] : words[tone];
  const people = all ? side.who : side.who.slice(0, shownFirst);
  const left = side.people - people.length;
  return (
    <section className={`effect-side effect-${side.people > 0 ? tone : 'none'}`}>
      <h3>
        {side.people > 0 && <Icon name={tone === 'gains' ? 'done' : 'ban'} />}
        {fillText(title, { count: format.number(side.people) })}
      </h3>
      {side.pages.length > 0 && (
        <ul className="effect-pages" aria-label={words.pages}>
          {side.pages.map(({ path, people: count }) => (
            <li key={path}>
              {pageNameOf(path, texts)} <em>{format.number(count)}</em>
            </li>
          ))}
        </ul>
      )}
      {people.length > 0 && (
        <ul className="effect-people" aria-label={words.people}>
          {people.map(({ userId, name, paths }) => (
            <li key={userId}>
              <Avatar name={name} size={20} />
              <strong>{name}</strong>
              <span>{joinNames(paths.map((path) => pageNameOf(path, texts)))}</span>
            </li>
          ))}
        </ul>
      )}
      {left > 0 &&
        (all ? (
          <p className="effect-more">{fillText(words.andMore, { count: format.number(left) })}</p>
        ) : (
          <button type="button" className="effect-more" onClick={() => setAll(true)}>
            {fillText(words.andMore, { count: format.number(left) })}
          </button>
        ))}
    </section>
  );
}
