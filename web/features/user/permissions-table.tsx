import { getEffectivePermissions } from '@lectern/contract/features/user.ts';
import { matchRoute } from '@lectern/contract/routes.ts';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Button } from '../../components/button.tsx';
import { ErrorPanel } from '../../components/error-panel.tsx';
import { LazyExplainDialog } from '../../components/permission/lazy-explain.ts';
import { Skeleton, SkeletonRegion } from '../../components/skeleton.tsx';
import { SmallTable } from '../../components/small-table.tsx';
import { Status } from '../../components/status.tsx';
import { Switch } from '../../components/switch.tsx';
import type { CallOutput } from '../../lib/callable.ts';
import { joinClauses, joinParts } from '../../lib/i18n/punctuation.ts';
import { fillText, type Texts, useTexts } from '../../lib/i18n/use-texts.ts';
import { queryOf } from '../../lib/queries.ts';

type EffectivePage = CallOutput<typeof getEffectivePermissions>[number];

/** Pages a user can open, with the reason for each. */
export function PermissionsTable({ userId, label }: { userId: string; label: string }) {
  const texts = useTexts();
  const { permissions } = texts.user;
  const pages = useQuery(queryOf(getEffectivePermissions, { params: { id: userId } }, { quiet: true }));
  const [onlyAllowed, setOnlyAllowed] = useState(false);
  const [asked, setAsked] = useState<string | null>(null);
  const shown = (pages.data ?? []).filter((page) => page.allowed || !onlyAllowed);
  return (
    <>
      {pages.error && <ErrorPanel error={pages.error} onRetry={() => void pages.refetch()} />}
      {pages.isPending && (
        <SkeletonRegion>
          <Skeleton height={200} />
        </SkeletonRegion>
      )}
      {pages.data && (
        <div className="page-stack">
          <Switch label={permissions.onlyAllowed} checked={onlyAllowed} onChange={setOnlyAllowed} />
          <SmallTable label={label}>
            {shown.map((page) => (
              <tr key={page.path}>
                <td className="table-strong">{nameOf(page.path, texts)}</td>
                <td>
                  <Status tone={page.allowed ? 'ok' : 'idle'}>
                    {page.allowed ? permissions.allowed : permissions.refused}
                  </Status>
                </td>
                <td className="table-quiet">{joinParts(page.because.map((reason) => reasonWords(reason, texts)))}</td>
                <td className="table-end">
                  <Button
                    size="small"
                    aria-label={fillText(permissions.whyOf, { page: nameOf(page.path, texts) })}
                    onClick={() => setAsked(page.path)}
                  >
                    {permissions.why}
                  </Button>
                </td>
              </tr>
            ))}
          </SmallTable>
        </div>
      )}
      {asked && <LazyExplainDialog userId={userId} path={asked} onClose={() => setAsked(null)} />}
    </>
  );
}

function nameOf(path: string, { routes }: Texts): string {
  const route = matchRoute(path);
  return route ? routes[route.id] : path;
}

function reasonWords({ kind, group, flag, through }: EffectivePage['because'][number], texts: Texts): string {
  const { because, through: ways } = texts.user.permissions;
  if (kind !== 'group') return because[kind];
  const said = fillText(flag === 1 ? because.groupForbids : because.groupAllows, { group: group ?? '' });
  return through ? joinClauses(said, ways[through]) : said;
}
