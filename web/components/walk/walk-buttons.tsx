import { useEffect } from 'react';
import { registerActions } from '../../lib/actions.ts';
import { useFormat } from '../../lib/format.ts';
import { fillText, useTexts } from '../../lib/i18n/use-texts.ts';
import { navigate } from '../../lib/navigation.ts';
import { useLatest } from '../../lib/use-latest.ts';
import { AppLink } from '../app-link.tsx';
import { IconButton } from '../button.tsx';
import { Icon } from '../icon.tsx';
import type { Walk } from './walk.ts';
import './walk-buttons.css';

type Props = {
  walk: Walk;
  /** Labels for pages that use J and K for something else, where the buttons have no shortcut. */
  words?: { back: string; previous: string; next: string };
};

/** Links to the list and to the previous and next item in it. */
export function WalkButtons({ walk, words }: Props) {
  const { detail } = useTexts();
  const { number } = useFormat();
  const { previous, next, position, count } = walk;
  const text = count === null ? detail.position : detail.positionOf;
  return (
    <div className="walk">
      <WalkBack list={walk.list} label={words?.back} />
      <IconButton
        icon="chevronLeft"
        label={words?.previous ?? detail.previous}
        disabled={!previous}
        aria-keyshortcuts={words ? undefined : 'K'}
        onClick={() => previous && navigate(previous)}
      />
      {position !== null && <span>{fillText(text, { at: number(position), count: number(count ?? 0) })}</span>}
      <IconButton
        icon="chevronRight"
        label={words?.next ?? detail.next}
        disabled={!next}
        aria-keyshortcuts={words ? undefined : 'J'}
        onClick={() => next && navigate(next)}
      />
    </div>
  );
}

/** The link to the list alone, for when the item's neighbours are unknown. */
export function WalkBack({ list, label }: { list: string; label?: string | undefined }) {
  const { detail } = useTexts();
  const said = label ?? detail.backToList;
  return (
    <AppLink to={list} className="icon-button walk-back" title={said} aria-label={said}>
      <Icon name="arrowUp" />
    </AppLink>
  );
}

/** J and K go to the next and previous item, as on every page opened from a list. */
export function useWalkKeys(walk: Walk): void {
  const latest = useLatest(walk);
  useEffect(() => {
    const go = (href: string | null) => href && navigate(href);
    return registerActions([
      {
        id: 'textWork.previous',
        label: ({ detail }) => detail.walk.previous,
        group: 'rows',
        keys: 'k',
        run: () => void go(latest.current.previous),
      },
      {
        id: 'textWork.next',
        label: ({ detail }) => detail.walk.next,
        group: 'rows',
        keys: 'j',
        run: () => void go(latest.current.next),
      },
    ]);
  }, []);
}
