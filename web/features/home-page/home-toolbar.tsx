import type { HomeDraft } from '@lectern/contract/features/home-page.ts';
import { useEffect } from 'react';
import { Button } from '../../components/button.tsx';
import { IconButton } from '../../components/icon-button.tsx';
import { Menu } from '../../components/menu.tsx';
import { MenuItem } from '../../components/menu-item.tsx';
import { type Action, registerActions } from '../../lib/actions.ts';
import { fillText, useTexts } from '../../lib/i18n/use-texts.ts';
import { askHome } from './home-dialog.ts';

const preview: Action = {
  id: 'homePage.preview',
  label: ({ homePage }) => homePage.preview,
  icon: 'eye',
  group: 'view',
  keys: 'p',
  run: () => askHome({ kind: 'preview', of: 'draft' }),
};

/** From the draft to readers. */
export function HomeToolbar({ draft, mayManage }: { draft: HomeDraft; mayManage: boolean }) {
  const { homePage: words } = useTexts();
  useEffect(() => registerActions([preview]), []);
  const { changes } = draft;
  const publish = changes === 1 ? words.publishOne : fillText(words.publishCount, { count: changes });
  return (
    <>
      <Button icon="eye" onClick={() => askHome({ kind: 'preview', of: 'draft' })}>
        {words.preview}
      </Button>
      <Button icon="clock" onClick={() => askHome({ kind: 'history' })}>
        {words.history}
      </Button>
      {mayManage && (
        <>
          <Button
            look="primary"
            icon="send"
            disabled={changes === 0 && draft.published !== null}
            onClick={() => askHome({ kind: 'publish' })}
          >
            {changes === 0 ? words.publish : publish}
          </Button>
          <Menu
            align="end"
            label={words.more}
            trigger={(props) => <IconButton {...props} icon="more" label={words.more} />}
          >
            <MenuItem icon="plus" onSelect={() => askHome({ kind: 'addSlot' })}>
              {words.addSlot}
            </MenuItem>
            {changes > 0 && draft.published && (
              <MenuItem icon="undo" look="danger" onSelect={() => askHome({ kind: 'discard' })}>
                {words.discard}
              </MenuItem>
            )}
          </Menu>
        </>
      )}
    </>
  );
}
