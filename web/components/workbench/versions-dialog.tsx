import { type ReactNode, useState } from 'react';
import type { ApiError } from '../../lib/api-error.ts';
import { useFormat } from '../../lib/format.ts';
import { fillText, useTexts } from '../../lib/i18n/use-texts.ts';
import { Dialog } from '../dialog.tsx';
import { ErrorPanel } from '../error-panel.tsx';
import { Skeleton, SkeletonRegion } from '../skeleton.tsx';
import { engineWords } from '../work/work-words.ts';

type Version = { id: string; number: number; createdAt: string };

type Props<One extends Version> = {
  title: string;
  versions: readonly One[];
  /** The one that is on screen, and how that is said. */
  currentId: string | null;
  current: string;
  /** What is compared first; otherwise any other than the current one. */
  first?: One | undefined;
  /** How it came to be, and by whom. */
  about: (version: One) => ReactNode;
  by?: (version: One) => string | null;
  /** What is different between it and what is on screen. */
  children: (version: One) => ReactNode;
  onClose: () => void;
};

/** Every version of a text, and what is different between one of them and what is on screen. */
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

/** A person, or what the machine did it with. */
export function makerOf({ createdBy, engine }: { createdBy: string | null; engine: string | null }): string | null {
  return createdBy ?? (engine && engineWords(engine));
}

type LoadedProps = { ready: boolean; error: ApiError | null; retrying?: boolean; onRetry: () => void };

/** A version is on its way, or can't be had now. */
export function VersionPending({ ready, error, retrying = false, onRetry }: LoadedProps) {
  if (error) return <ErrorPanel error={error} retrying={retrying} onRetry={onRetry} />;
  if (ready) return null;
  return (
    <SkeletonRegion>
      <Skeleton height={160} />
    </SkeletonRegion>
  );
}
