import type { ResourceDetailView, ResourceRow } from '@lectern/contract/features/resource.ts';
import type { ResourceMove } from '@lectern/contract/features/resource-state.ts';
import { useMemo, useRef } from 'react';
import { IconButton } from '../../../components/icon-button.tsx';
import { Menu } from '../../../components/menu.tsx';
import { MenuItem, MenuSeparator } from '../../../components/menu-item.tsx';
import { downloadOf } from '../../../components/resource/download-of.ts';
import { resourceActionsOf } from '../../../components/resource/list/resource-actions.ts';
import type { ResourceListId } from '../../../components/resource/resource-href.ts';
import type { MoveOffer } from '../../../components/resource/use-resource-moves.tsx';
import { isOffered, type RowTarget } from '../../../lib/actions.ts';
import { useCurrentUser } from '../../../lib/current-user.tsx';
import { fillText, useTexts } from '../../../lib/i18n/use-texts.ts';
import { navigate } from '../../../lib/navigation.ts';
import { ReplaceFileInput } from './replace-file-input.tsx';

/** Of the actions of lists, those that have no better place on this page. */
const taken = ['schedule', 'place', 'copy', 'addToColumn', 'removeFromColumn', 'recommend', 'setOwner', 'copyLink'];

type Props = {
  resource: ResourceDetailView;
  list: ResourceListId;
  moves: readonly MoveOffer[];
  onMove: (move: ResourceMove) => void;
};

/** Everything else that one can do with it. */
export function ResourceMenu({ resource, list, moves, onMove }: Props) {
  const texts = useTexts();
  const me = useCurrentUser();
  const file = useRef<HTMLInputElement>(null);
  const { usual } = useMemo(() => resourceActionsOf(list), [list]);
  const target: RowTarget<ResourceRow> = {
    selection: { ids: [resource.id] },
    count: 1,
    row: resource,
    done: () => undefined,
  };
  const actions = usual.filter(
    (action) => taken.includes(action.id.slice(list.length + 1)) && isOffered(action, target, me),
  );
  const [safe, dangerous] = [
    moves.filter(({ look }) => look === 'plain'),
    moves.filter(({ look }) => look === 'danger'),
  ];
  const moveItem = (offer: MoveOffer) => (
    <MenuItem key={offer.move} icon={offer.icon} look={offer.look} onSelect={() => onMove(offer.move)}>
      {offer.label}
    </MenuItem>
  );
  return (
    <>
      <Menu
        label={fillText(texts.resourceDetail.moreActions, { title: resource.title })}
        align="end"
        trigger={(props) => <IconButton {...props} icon="more" label={texts.detail.more} />}
      >
        <MenuItem icon="download" onSelect={() => window.location.assign(downloadOf(resource.current.url))}>
          {texts.resourceDetail.download}
        </MenuItem>
        {resource.mayEdit && (
          <MenuItem icon="upload" onSelect={() => file.current?.click()}>
            {texts.resourceDetail.replaceFile}
          </MenuItem>
        )}
        {safe.length > 0 && <MenuSeparator />}
        {safe.map(moveItem)}
        {actions.length > 0 && <MenuSeparator />}
        {actions.map((action) => (
          <MenuItem
            key={action.id}
            {...(action.icon && { icon: action.icon })}
            onSelect={() => void action.run(target, { navigate, user: me })}
          >
            {action.label(texts)}
          </MenuItem>
        ))}
        {dangerous.length > 0 && <MenuSeparator />}
        {dangerous.map(moveItem)}
      </Menu>
      <ReplaceFileInput resource={resource} ref={file} />
    </>
  );
}
