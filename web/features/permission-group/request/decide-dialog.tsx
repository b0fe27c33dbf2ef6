import { getAskedAccess } from '@lectern/contract/features/access-decision.ts';
import { useQuery } from '@tanstack/react-query';
import { Dialog } from '../../../components/dialog.tsx';
import { ErrorPanel } from '../../../components/error-panel.tsx';
import { Skeleton, SkeletonRegion } from '../../../components/skeleton.tsx';
import { useTexts } from '../../../lib/i18n/use-texts.ts';
import { navigate } from '../../../lib/navigation.ts';
import { queryOf } from '../../../lib/queries.ts';
import { groupsHref } from '../group-href.ts';
import { useAskedId } from './asked-address.ts';
import { DecideForm } from './decide-form.tsx';

const close = () => navigate(groupsHref);

/** One request for a page: what is asked, why it is closed now, and the answer. */
export function DecideDialog() {
  const id = useAskedId() ?? '';
  const texts = useTexts();
  const { asked: words } = texts.permissionGroup;
  const asked = useQuery({ ...queryOf(getAskedAccess, { params: { id } }, { quiet: true }), retry: false });
  if (asked.data) return <DecideForm key={id} asked={asked.data} onClose={close} />;
  const gone = asked.error !== null && [404, 422].includes(asked.error.status);
  return (
    <Dialog open title={gone ? words.gone : texts.words.loading} onClose={close}>
      {gone && <p>{words.gone}</p>}
      {asked.error && !gone && (
        <ErrorPanel error={asked.error} retrying={asked.isFetching} onRetry={() => void asked.refetch()} />
      )}
      {asked.isPending && (
        <SkeletonRegion>
          <Skeleton height={160} />
        </SkeletonRegion>
      )}
    </Dialog>
  );
}
