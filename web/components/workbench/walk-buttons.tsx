import { useFormat } from '../../lib/format.ts';
import { fillText, useTexts } from '../../lib/i18n/use-texts.ts';
import { navigate } from '../../lib/navigation.ts';
import { AppLink } from '../app-link.tsx';
import { Icon } from '../icon.tsx';
import { IconButton } from '../icon-button.tsx';

/** Addresses of what stands before and after this in the list, and of the list itself. */
export type Walk = {
  previous: string | null;
  next: string | null;
  /** Counted from 1; null where the list does not show it. */
  position: number | null;
  count: number | null;
  list: string;
};

/** Back to the list, and to the texts before and after this one in it. */
export function WalkButtons({ walk }: { walk: Walk }) {
  const { detail, textWork } = useTexts();
  const { number } = useFormat();
  const { previous, next, position, count } = walk;
  const words = count === null ? detail.position : detail.positionOf;
  return (
    <div className="text-work-walk">
      <AppLink
        to={walk.list}
        className="icon-button text-work-back"
        title={textWork.backToList}
        aria-label={textWork.backToList}
      >
        <Icon name="arrowUp" />
      </AppLink>
      <IconButton
        icon="chevronLeft"
        label={detail.previous}
        disabled={!previous}
        aria-keyshortcuts="K"
        onClick={() => previous && navigate(previous)}
      />
      {position !== null && (
        <span className="text-work-position">
          {fillText(words, { at: number(position), count: number(count ?? 0) })}
        </span>
      )}
      <IconButton
        icon="chevronRight"
        label={detail.next}
        disabled={!next}
        aria-keyshortcuts="J"
        onClick={() => next && navigate(next)}
      />
    </div>
  );
}
