import { AppLink } from '../../components/app-link.tsx';
import { Icon } from '../../components/icon.tsx';
import { IconButton } from '../../components/icon-button.tsx';
import { useFormat } from '../../lib/format.ts';
import { fillText, useTexts } from '../../lib/i18n/use-texts.ts';
import { navigate } from '../../lib/navigation.ts';
import type { TextWalk } from './use-text-walk.ts';

/** Back to the list, and to the texts before and after this one in it. */
export function WalkButtons({ walk }: { walk: TextWalk }) {
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
