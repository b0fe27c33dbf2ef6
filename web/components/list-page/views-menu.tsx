import type { ListView } from '@lectern/contract/features/list-view.ts';
import { useState } from 'react';
import { fillText, useTexts } from '../../lib/i18n/use-texts.ts';
import { notify } from '../../lib/notifications.ts';
import { Button } from '../button.tsx';
import { ConfirmDialog } from '../confirm-dialog.tsx';
import { MenuItem, MenuSeparator } from '../menu-item.tsx';
import { Popover } from '../popover.tsx';
import type { ListPlace } from './use-list-address.ts';
import type { ListColumns } from './use-list-columns.ts';
import type { ListViews } from './use-list-views.ts';
import { ViewDialog } from './view-dialog.tsx';

type Props = { views: ListViews; columns: ListColumns; place: ListPlace };

/** Saved views: one's own and those that others share; save, change, rename, share and delete one's own. */
export function ViewsMenu({ views, columns, place }: Props) {
  const { list } = useTexts();
  const [dialog, setDialog] = useState<'create' | 'edit' | 'delete' | null>(null);
  const { opened } = views;
  const changed = views.changed || columns.changed;
  const mine = opened?.own ? opened : undefined;
  const told = (title: string) => () => {
    setDialog(null);
    columns.settled();
    notify({ level: 'success', title });
  };
  const entry = (view: ListView) => (
    <MenuItem
      key={view.id}
      checked={view.id === opened?.id}
      {...(!view.own && { note: fillText(list.sharedBy, { name: view.ownerName }) })}
      onSelect={() => place.openView(view.query, view.id)}
    >
      {view.name}
    </MenuItem>
  );
  return (
    <>
      <Popover
        label={list.savedViews}
        role="menu"
        align="end"
        trigger={(props) => (
          <Button className="views-button" {...props}>
            <span className="views-name">{opened?.name ?? list.views}</span>
            {opened && changed && <small>{list.viewChanged}</small>}
            <span aria-hidden="true">▾</span>
          </Button>
        )}
      >
        {() => (
          <>
            <MenuItem checked={!opened} onSelect={() => place.openView('', null)}>
              {list.allRows}
            </MenuItem>
            {views.own.map(entry)}
            {views.shared.length > 0 && <MenuSeparator />}
            {views.shared.map(entry)}
            <MenuSeparator />
            {mine && changed && (
              <MenuItem
                icon="check"
                onSelect={() =>
                  views.update.mutate(
                    { params: { id: mine.id }, body: { query: views.query, columns: columns.chosen } },
                    { onSuccess: told(list.viewSaved) },
                  )
                }
              >
                {fillText(list.saveChanges, { name: mine.name })}
              </MenuItem>
            )}
            <MenuItem icon="plus" onSelect={() => setDialog('create')}>
              {list.saveAs}
            </MenuItem>
            {mine && (
              <>
                <MenuItem icon="edit" onSelect={() => setDialog('edit')}>
                  {fillText(list.editView, { name: mine.name })}
                </MenuItem>
                <MenuItem icon="trash" look="danger" onSelect={() => setDialog('delete')}>
                  {fillText(list.deleteView, { name: mine.name })}
                </MenuItem>
              </>
            )}
          </>
        )}
      </Popover>
      {dialog === 'create' && (
        <ViewDialog
          title={list.viewTitle}
          saving={views.create.isPending}
          error={views.create.error}
          onClose={() => setDialog(null)}
          onSave={(values) =>
            views.create.mutate(
              {
                params: { list: place.listId },
                body: { ...values, query: views.query, columns: columns.chosen },
              },
              {
                onSuccess: (view) => {
                  told(list.viewSaved)();
                  place.openView(view.query, view.id);
                },
              },
            )
          }
        />
      )}
      {dialog === 'edit' && mine && (
        <ViewDialog
          title={list.viewEditTitle}
          view={mine}
          saving={views.update.isPending}
          error={views.update.error}
          onClose={() => setDialog(null)}
          onSave={(body) => views.update.mutate({ params: { id: mine.id }, body }, { onSuccess: told(list.viewSaved) })}
        />
      )}
      <ConfirmDialog
        open={dialog === 'delete' && mine !== undefined}
        title={list.viewDeleteTitle}
        confirmLabel={list.viewDeleteConfirm}
        look="danger"
        busy={views.remove.isPending}
        onClose={() => setDialog(null)}
        onConfirm={() =>
          mine &&
          views.remove.mutate(
            { params: { id: mine.id } },
            {
              onSuccess: () => {
                told(list.viewDeleted)();
                place.openView(views.query, null);
              },
            },
          )
        }
      >
        {fillText(list.viewDeleteText, { name: mine?.name ?? '' })}
      </ConfirmDialog>
    </>
  );
}
