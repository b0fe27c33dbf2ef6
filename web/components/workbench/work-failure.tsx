import { ErrorPanel } from '../error-panel.tsx';
import { WalkBack } from '../walk/walk-buttons.tsx';

type Props = {
  /** Title as far as it is known. */
  title: string;
  list: string;
  error: Parameters<typeof ErrorPanel>[0]['error'];
  retrying?: boolean;
  onRetry: () => void;
};

/** Shown when the editor can't be loaded: title, link to the list, and Retry. */
export function WorkFailure({ title, list, error, retrying = false, onRetry }: Props) {
  return (
    <div className="text-work">
      <div className="text-work-head">
        <WalkBack list={list} />
        <h1>{title}</h1>
      </div>
      <ErrorPanel error={error} retrying={retrying} onRetry={onRetry} />
    </div>
  );
}
