import { editPath, isItemType, type ReviewView } from '@lectern/contract/features/review.ts';
import { type ReviewDecision, reviewDecisions } from '@lectern/contract/features/review-decision.ts';
import { Button, IconButton } from '../../../components/button.tsx';
import { Menu } from '../../../components/menu.tsx';
import { MenuItem, MenuSeparator } from '../../../components/menu-item.tsx';
import { severityMark } from '../../../components/sensitive/marked-text.tsx';
import type { Walk } from '../../../components/walk/walk.ts';
import { WalkButtons } from '../../../components/walk/walk-buttons.tsx';
import { useFormat } from '../../../lib/format.ts';
import { fillText, useTexts } from '../../../lib/i18n/use-texts.ts';
import { navigate } from '../../../lib/navigation.ts';
import { kindIcons, reviewState } from '../review-state.tsx';

type Props = {
  review: ReviewView;
  walk: Walk;
  busy: boolean;
  onDecideAll: (decision: ReviewDecision) => void;
};

/** Those that stand in the menu; the others are buttons of their own. */
const inMenu: readonly ReviewDecision[] = ['mask', 'escalate'];

/** One line: where one is in the queue, title, state, and what can be decided of all hits at once. */
export function ReviewHeader({ review, walk, busy, onDecideAll }: Props) {
  const texts = useTexts();
  const says = texts.review;
  const { number } = useFormat();
  const { title, kind } = review.resource;
  const may = (decision: ReviewDecision) => review.moves.includes(decision);
  const offered = reviewDecisions.filter((decision) => inMenu.includes(decision) && may(decision));
  const toItem = editPath({ id: review.id, kind });
  return (
    <div className="review-header">
      <WalkButtons walk={walk} words={{ back: says.backToQueue, previous: says.previous, next: says.nextReview }} />
      <h1 title={title}>{title}</h1>
      {reviewState(review, texts)}
      <small>{fillText(says.openOf, { open: number(review.openHits), all: number(review.hits) })}</small>
      {review.severity && (
        <span className="review-severity">
          {says.filters.severity} {severityMark(review.severity, texts, review.likelyFalse)}
        </span>
      )}
      <div className="review-header-actions">
        <Menu
          label={says.more}
          align="end"
          trigger={(props) => <IconButton icon="more" label={says.more} {...props} />}
        >
          {offered.map((decision) => (
            <MenuItem
              key={decision}
              icon={decision === 'mask' ? 'eyeOff' : 'arrowUp'}
              onSelect={() => onDecideAll(decision)}
            >
              {says.actions[decision]}
            </MenuItem>
          ))}
          {offered.length > 0 && <MenuSeparator />}
          <MenuItem icon={kindIcons[kind]} onSelect={() => navigate(toItem)}>
            {isItemType(kind) ? says.openItem[kind] : says.actions.openResource}
          </MenuItem>
        </Menu>
        {may('return') && (
          <Button busy={busy} onClick={() => onDecideAll('return')}>
            {says.actions.return}
          </Button>
        )}
        {may('block') && (
          <Button look="danger" busy={busy} aria-keyshortcuts="Shift+B" onClick={() => onDecideAll('block')}>
            {says.blockAll}
          </Button>
        )}
        {may('clear') && (
          <Button busy={busy} aria-keyshortcuts="Shift+A" onClick={() => onDecideAll('clear')}>
            {says.clearAll}
          </Button>
        )}
      </div>
    </div>
  );
}
