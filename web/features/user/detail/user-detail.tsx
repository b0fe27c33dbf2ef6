import { listUsers, type UserRow } from '@lectern/contract/features/user.ts';
import { useQueryClient } from '@tanstack/react-query';
import { useLocation } from '@tanstack/react-router';
import { DetailNotices } from '../../../components/detail/detail-notices.tsx';
import { DetailSaveBar } from '../../../components/detail/detail-save-bar.tsx';
import { DetailSheet } from '../../../components/detail/detail-sheet.tsx';
import { type Neighbours, useNeighbours } from '../../../components/detail/use-neighbours.ts';
import { ErrorPanel } from '../../../components/error-panel.tsx';
import { Skeleton, SkeletonRegion } from '../../../components/skeleton.tsx';
import { UnsavedGuard } from '../../../components/unsaved-guard.tsx';
import { useTexts } from '../../../lib/i18n/use-texts.ts';
import { isAnswerOf } from '../../../lib/queries.ts';
import { userListDefinition } from '../user-list.tsx';
import { useStoredUser, useUserSheet } from './use-user-sheet.ts';
import { UserDetailFields } from './user-detail-fields.tsx';
import { UserDetailHeader } from './user-detail-header.tsx';
import { UserDetailTabs } from './user-detail-tabs.tsx';
import './user-detail.css';

/** The user that the address names, over the list. */
export function UserDetail() {
  const { searchStr } = useLocation();
  const id = new URLSearchParams(searchStr).get('id');
  return id ? <OpenedUser id={id} /> : null;
}

function OpenedUser({ id }: { id: string }) {
  const { userDetail, words } = useTexts();
  const neighbours = useNeighbours(userListDefinition, id);
  const { user, refresh } = useStoredUser(id, neighbours.row);
  if (user.data) return <UserSheet user={user.data} neighbours={neighbours} refresh={refresh} />;
  return (
    <DetailSheet
      label={words.loading}
      neighbours={neighbours}
      header={<h3 className="detail-title">{user.error ? userDetail.notFoundTitle : words.loading}</h3>}
      onSave={() => undefined}
    >
      <div className="detail-main">
        {user.error ? (
          <ErrorPanel error={user.error} retrying={user.isFetching} onRetry={() => void user.refetch()} />
        ) : (
          <SkeletonRegion>
            <Skeleton height={240} />
          </SkeletonRegion>
        )}
      </div>
    </DetailSheet>
  );
}

type SheetProps = { user: UserRow; neighbours: Neighbours<UserRow>; refresh: () => Promise<void> };

function UserSheet({ user, neighbours, refresh }: SheetProps) {
  const client = useQueryClient();
  const state = useUserSheet(user, refresh);
  const { form, lock, goOn } = state;
  const onReverted = () => {
    void refresh();
    void client.invalidateQueries({ predicate: isAnswerOf([listUsers]) });
  };
  return (
    <DetailSheet
      label={user.name}
      neighbours={neighbours}
      header={<UserDetailHeader user={user} state={state} />}
      notices={<DetailNotices lock={lock} onGoOn={goOn} form={form} />}
      footer={
        <DetailSaveBar
          changes={form.changed.length}
          saving={form.saving}
          blocked={!state.editable}
          onSave={() => void form.submit()}
          onDiscard={form.discard}
        />
      }
      onSave={() => void (state.editable && form.submit())}
    >
      <UserDetailFields user={user} state={state} />
      <UserDetailTabs user={user} onReverted={onReverted} />
      <UnsavedGuard unsaved={form.changed.length > 0} />
    </DetailSheet>
  );
}
