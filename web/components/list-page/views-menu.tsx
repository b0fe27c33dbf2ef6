import type { ListView } from '@lectern/contract/features/list-view.ts';
import { hasAbility } from '@lectern/contract/roles.ts';
import { useId, useState } from 'react';
import { useCurrentUser } from '../../lib/current-user.tsx';
import { fillText, useTexts } from '../../lib/i18n/use-texts.ts';
import { notify } from '../../lib/notifications.ts';
import { Button } from '../button.tsx';
import { ConfirmDialog } from '../confirm-dialog.tsx';
import { Dialog } from '../dialog.tsx';
import { ErrorPanel } from '../error-panel.tsx';
import { MenuItem, MenuSeparator } from '../menu-item.tsx';
import { Popover } from '../popover.tsx';
import { Switch } from '../switch.tsx';
import { TextField } from '../text-field.tsx';
import type { ListPlace } from './use-list-address.ts';
import type { ListColumns, ListViews } from './use-list-columns.ts';

type Props = { views: ListViews; columns: ListColumns; place: ListPlace };

/** Saved views, own and shared: save, update, rename, share and delete one's own. */
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
        title={fillText(list.viewDeleteTitle, { name: mine?.name ?? '' })}
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
        {list.viewDeleteText}
      </ConfirmDialog>
    </>
  );
}

type Values = { name: string; shared: boolean };
type ViewDialogProps = {
  title: string;
  view?: ListView;
  saving: boolean;
  error: unknown;
  onSave: (values: Values) => void;
  onClose: () => void;
};

/** Name of a saved view and whether it is shared, which needs the editor ability. */
function ViewDialog({ title, view, saving, error, onSave, onClose }: ViewDialogProps) {
  const { detail, list, words } = useTexts();
  const { roleId } = useCurrentUser();
  const [name, setName] = useState(view?.name ?? '');
  const [shared, setShared] = useState(view?.shared ?? false);
  const [tried, setTried] = useState(false);
  const form = useId();
  const footer = (
    <>
      <Button onClick={onClose}>{words.cancel}</Button>
      <Button look="primary" submits form={form} busy={saving}>
        {saving ? words.saving : words.save}
      </Button>
    </>
  );
  return (
    <Dialog open title={title} onClose={onClose} footer={footer}>
      <form
        id={form}
        className="page-stack"
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          setTried(true);
          if (name.trim() && !saving) onSave({ name: name.trim(), shared });
        }}
      >
        {error != null && <ErrorPanel error={error} title={detail.notSaved} />}
        <TextField
          label={list.viewName}
          hint={list.viewNameHint}
          value={name}
          maxLength={60}
          error={tried && !name.trim() ? words.required : undefined}
          onChange={setName}
        />
        {hasAbility(roleId, 'editor') && <Switch label={list.viewShared} checked={shared} onChange={setShared} />}
      </form>
    </Dialog>
  );
}
