import type { HomeDraft } from '@lectern/contract/features/home-page.ts';
import { getHomeVersion, restoreHomeVersion } from '@lectern/contract/features/home-page-publication.ts';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Button } from '../../../components/button.tsx';
import { ErrorPanel } from '../../../components/error-panel.tsx';
import { Skeleton, SkeletonRegion } from '../../../components/skeleton.tsx';
import { call } from '../../../lib/api-client.ts';
import { fillText, useTexts } from '../../../lib/i18n/use-texts.ts';
import { notify } from '../../../lib/notifications.ts';
import { queryOf } from '../../../lib/queries.ts';
import { askHome, closeHomeDialog } from '../home-dialog.ts';
import { useHomeDeeds } from '../use-home-deeds.ts';
import { keepDraft, useMayManage } from '../use-home-draft.ts';
import { ChangeList } from './change-list.tsx';
import { useSending } from './use-sending.ts';

/** One version: what it changed, what restoring it would change, and the ways back to it. */
export function VersionView({ number, draft }: { number: number; draft: HomeDraft }) {
  const { homePage } = useTexts();
  const words = homePage.versions;
  const client = useQueryClient();
  const mayManage = useMayManage();
  const deeds = useHomeDeeds();
  const version = useQuery(queryOf(getHomeVersion, { params: { number } }, { quiet: true }));
  const { busy, error, send } = useSending();
  const restore = (publish: boolean) => {
    const body = { version: draft.version, publish };
    const request = () => call(restoreHomeVersion, { params: { number }, body }, { quiet: true });
    const deed = publish
      ? async () => {
          keepDraft(client, await request());
          notify({ level: 'success', title: homePage.done.published });
        }
      : () => deeds.change(fillText(homePage.done.restored, { number }), request);
    void send(deed, closeHomeDialog);
  };
  if (version.error) return <ErrorPanel error={version.error} onRetry={() => void version.refetch()} />;
  if (!version.data) {
    return (
      <SkeletonRegion className="home-shelf-loading">
        <Skeleton height={14} width="50%" />
        <Skeleton height={14} />
      </SkeletonRegion>
    );
  }
  const { changes, restoring, fromNumber, current } = version.data;
  return (
    <section className="home-version" aria-label={fillText(words.version, { number })}>
      {error !== null && <ErrorPanel error={error} />}
      {fromNumber !== null && <p>{fillText(words.restoredFrom, { number: fromNumber })}</p>}
      <h3>{words.changed}</h3>
      {changes.length > 0 ? (
        <ChangeList changes={changes} label={words.changed} />
      ) : (
        <p className="home-changes-none">{words.noChanges}</p>
      )}
      <h3>{words.restoring}</h3>
      {restoring.length > 0 ? (
        <ChangeList changes={restoring} label={words.restoring} />
      ) : (
        <p className="home-changes-none">{words.same}</p>
      )}
      <div className="home-version-deeds">
        <Button icon="eye" onClick={() => askHome({ kind: 'preview', of: String(number) })}>
          {words.look}
        </Button>
        {mayManage && (
          <>
            <Button icon="undo" busy={busy} disabled={restoring.length === 0} onClick={() => restore(false)}>
              {words.restore}
            </Button>
            <Button
              look="primary"
              busy={busy}
              disabled={current && restoring.length === 0}
              onClick={() => restore(true)}
            >
              {words.restorePublish}
            </Button>
          </>
        )}
      </div>
    </section>
  );
}
