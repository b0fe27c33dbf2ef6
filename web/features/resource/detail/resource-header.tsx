import type { ResourceDetailView } from '@lectern/contract/features/resource.ts';
import { AppLink } from '../../../components/app-link.tsx';
import { Button } from '../../../components/button.tsx';
import { TitleField } from '../../../components/detail/title-field.tsx';
import { Icon } from '../../../components/icon.tsx';
import { IconButton } from '../../../components/icon-button.tsx';
import { lengthWords } from '../../../components/resource/list/length-words.ts';
import { ResourceState } from '../../../components/resource/resource-state.tsx';
import type { useResourceMoves } from '../../../components/resource/use-resource-moves.tsx';
import { useFormat } from '../../../lib/format.ts';
import { fillText, useTexts } from '../../../lib/i18n/use-texts.ts';
import { navigate } from '../../../lib/navigation.ts';
import { ResourceMenu } from './resource-menu.tsx';
import type { ResourceEdit } from './use-resource-edit.ts';
import type { ResourceWalk } from './use-resource-walk.ts';

type Props = {
  resource: ResourceDetailView;
  edit: ResourceEdit;
  walk: ResourceWalk;
  moves: ReturnType<typeof useResourceMoves>;
  onStar: () => void;
};

/** What is often wanted besides the next step, and so stands beside it. */
const handy = ['reject', 'offline', 'withdraw'];

/** One line: where one is in the list, title, state, and what comes next. */
export function ResourceHeader({ resource, edit, walk, moves, onStar }: Props) {
  const texts = useTexts();
  const { form, editable } = edit;
  const beside = moves.others.find(({ move }) => handy.includes(move));
  return (
    <div className="resource-header">
      <Walk walk={walk} />
      <h1 className={editable ? 'visually-hidden' : 'resource-title'}>{resource.title}</h1>
      {editable && (
        <TitleField
          label={texts.resource.fields.title}
          value={form.values.title}
          error={form.problems.title}
          changed={form.changed.includes('title')}
          maxLength={300}
          onChange={(value) => form.set('title', value)}
          onEnter={() => void form.submit()}
        />
      )}
      <ResourceState state={resource.state} stateReason={resource.stateReason} workFailed={resource.workFailed} />
      <Meta resource={resource} />
      <div className="resource-header-actions">
        <IconButton
          icon={resource.starred ? 'starFilled' : 'star'}
          label={resource.starred ? texts.resourceDetail.unstar : texts.resourceDetail.star}
          aria-pressed={resource.starred}
          className={resource.starred ? 'resource-starred' : ''}
          onClick={onStar}
        />
        <ResourceMenu
          resource={resource}
          list={walk.listId}
          moves={moves.others.filter((one) => one !== beside)}
          onMove={moves.begin}
        />
        {beside && (
          <Button
            busy={moves.busy}
            {...(beside.look === 'danger' && { className: 'resource-danger' })}
            onClick={() => moves.begin(beside.move)}
          >
            {beside.label}
          </Button>
        )}
        {moves.next && (
          <Button
            look="primary"
            icon={moves.next.icon}
            busy={moves.busy}
            onClick={() => moves.next && moves.begin(moves.next.move)}
          >
            {moves.next.label}
          </Button>
        )}
      </div>
    </div>
  );
}

function Walk({ walk }: { walk: ResourceWalk }) {
  const { detail } = useTexts();
  const { number } = useFormat();
  const { previous, next, position, count } = walk;
  const text = count === null ? detail.position : detail.positionOf;
  const words = position && fillText(text, { at: number(position), count: number(count ?? 0) });
  return (
    <div className="resource-walk">
      <AppLink
        to={walk.list}
        className="icon-button resource-back"
        title={detail.backToList}
        aria-label={detail.backToList}
      >
        <Icon name="arrowUp" />
      </AppLink>
      {walk.walks && (
        <>
          <IconButton
            icon="chevronLeft"
            label={detail.previous}
            disabled={!previous}
            aria-keyshortcuts="K"
            onClick={() => previous && navigate(previous)}
          />
          {words && <span className="resource-position">{words}</span>}
          <IconButton
            icon="chevronRight"
            label={detail.next}
            disabled={!next}
            aria-keyshortcuts="J"
            onClick={() => next && navigate(next)}
          />
        </>
      )}
    </div>
  );
}

/** What it is, and who brought it to where it is. */
function Meta({ resource }: { resource: ResourceDetailView }) {
  const texts = useTexts();
  const format = useFormat();
  const { stateBy, stateSince } = resource;
  const by =
    stateBy && fillText(texts.resourceDetail.sinceBy, { name: stateBy.name, time: format.relativeTime(stateSince) });
  const facts = [
    resource.format.toUpperCase(),
    lengthWords(resource, { texts, format }),
    format.bytes(resource.sizeBytes),
    by,
  ];
  return (
    <small className="resource-meta" title={format.dateTime(stateSince)}>
      {facts.filter(Boolean).join(' · ')}
    </small>
  );
}
