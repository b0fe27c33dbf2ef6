import type { ReadingPart } from '@lectern/contract/features/reading.ts';
import { IconButton } from '../../../components/button.tsx';
import { ViewerButton } from '../../../components/viewers/viewer-icon.tsx';
import { fillText, useTexts } from '../../../lib/i18n/use-texts.ts';

type Props = {
  parts: readonly ReadingPart[];
  page: number;
  onPage: (page: number) => void;
  marks: boolean;
  onMarks: (marks: boolean) => void;
  /** null: one may only read. */
  region: { on: boolean; onToggle: () => void } | null;
};

/** From page to page, and what lies over it. */
export function PageTools({ parts, page, onPage, marks, onMarks, region }: Props) {
  const { textWork } = useTexts();
  const at = parts.findIndex(({ number }) => number === page);
  const [previous, next] = [parts[at - 1], parts[at + 1]];
  return (
    <>
      {parts.length > 1 && (
        <>
          <IconButton
            icon="chevronLeft"
            label={textWork.previousPage}
            disabled={!previous}
            onClick={() => previous && onPage(previous.number)}
          />
          <span className="text-work-position">
            {fillText(textWork.pageOf, { number: page, count: parts.at(-1)?.number ?? parts.length })}
          </span>
          <IconButton
            icon="chevronRight"
            label={textWork.nextPage}
            disabled={!next}
            onClick={() => next && onPage(next.number)}
          />
          <span className="viewer-bar-line" />
        </>
      )}
      {region && (
        <ViewerButton icon="crop" label={textWork.region.begin} aria-pressed={region.on} onClick={region.onToggle} />
      )}
      <ViewerButton icon="boxes" label={textWork.boxes} aria-pressed={marks} onClick={() => onMarks(!marks)} />
    </>
  );
}
