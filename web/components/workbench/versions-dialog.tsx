import { type ReactNode, useState } from 'react';
import type { ApiError } from '../../lib/api-error.ts';
import { useFormat } from '../../lib/format.ts';
import { fillText, useTexts } from '../../lib/i18n/use-texts.ts';
import { Button } from '../button.tsx';
import { Dialog } from '../dialog.tsx';
import { ErrorPanel } from '../error-panel.tsx';
import { Skeleton, SkeletonRegion } from '../skeleton.tsx';
import { engineWords } from '../work/work-words.ts';
import { DiffView } from './diff-view.tsx';

type Version = { id: string; number: number; createdAt: string };

type Props<One extends Version> = {
  title: string;
  versions: readonly One[];
  /** The version shown on the page, labelled `current`. */
  currentId: string | null;
  current: string;
  /** The version to compare first; defaults to the first other than the current one. */
  first?: One | undefined;
  /** How the version was made. */
  about: (version: One) => ReactNode;
  by?: (version: One) => string | null;
  /** Renders the differences between the version and the current text. */
  children: (version: One) => ReactNode;
  onClose: () => void;
};

/** Lists all versions of a text and compares one with the current text. */
export function VersionsDialog<One extends Version>(props: Props<One>) {
  const { title, versions, currentId, current, first, about, by, children, onClose } = props;
  const { textWork } = useTexts();
  const format = useFormat();
  const [chosen, setChosen] = useState(first ?? versions.find(({ id }) => id !== currentId));
  return (
    <Dialog open title={title} className="text-versions-dialog" onClose={onClose}>
      <div className={versions.length > 1 ? 'text-versions' : 'text-versions text-versions-one'}>
        <ul className="text-versions-list">
          {versions.map((version) => (
            <li key={version.id}>
              <button type="button" aria-pressed={version.id === chosen?.id} onClick={() => setChosen(version)}>
                <b>
                  {fillText(textWork.versionLine, { number: version.number })}
                  {version.id === currentId && <em> · {current}</em>}
                </b>
                {about(version)}
                <small>{[by?.(version), format.dateTime(version.createdAt)].filter(Boolean).join(' · ')}</small>
              </button>
            </li>
          ))}
        </ul>
        {chosen ? (
          <div key={chosen.id} className="text-versions-diff">
            {children(chosen)}
          </div>
        ) : (
          <p className="text-versions-hint">{versions.length > 1 ? textWork.versionsHint : textWork.onlyVersion}</p>
        )}
      </div>
    </Dialog>
  );
}

/** The person who made a version, or the engine. */
export function makerOf({ createdBy, engine }: { createdBy: string | null; engine: string | null }): string | null {
  return createdBy ?? (engine && engineWords(engine));
}

type ComparisonProps = {
  version: { number: number };
  before: readonly string[];
  after: readonly string[];
  /** Absent when the version can't be restored. */
  onRestore?: (() => void) | undefined;
  restoring: boolean;
};

/** The differences between a version and the text on screen, with a button to restore the version. */
export function VersionComparison({ version, before, after, onRestore, restoring }: ComparisonProps) {
  const { textWork } = useTexts();
  return (
    <>
      <p className="text-versions-legend">{fillText(textWork.compareWith, { number: version.number })}</p>
      <DiffView before={before} after={after} />
      {onRestore && (
        <Button busy={restoring} onClick={onRestore}>
          {textWork.restore}
        </Button>
      )}
    </>
  );
}

type LoadedProps = { ready: boolean; error: ApiError | null; retrying?: boolean; onRetry: () => void };

/** Placeholder or error while a version isn't loaded; renders nothing once it is. */
export function VersionPending({ ready, error, retrying = false, onRetry }: LoadedProps) {
  if (error) return <ErrorPanel error={error} retrying={retrying} onRetry={onRetry} />;
  if (ready) return null;
  return (
    <SkeletonRegion>
      <Skeleton height={160} />
    </SkeletonRegion>
  );
}
