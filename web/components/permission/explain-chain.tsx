import {
  type ExplainedGroup,
  type ExplainedPage,
  type Explanation,
  explainPermission,
} from '@lectern/contract/features/permission-explain.ts';
import { abilityThresholds, accessFlag } from '@lectern/contract/roles.ts';
import { useQuery } from '@tanstack/react-query';
import { useCurrentUser } from '../../lib/current-user.tsx';
import { fillText, type Texts, useTexts } from '../../lib/i18n/use-texts.ts';
import { queryOf } from '../../lib/queries.ts';
import { QueryError } from '../error-panel.tsx';
import { Skeleton, SkeletonRegion } from '../skeleton.tsx';
import { Status } from '../status.tsx';
import { pageNameOf } from './page-name.ts';
import './explain-chain.css';
import { joinNames, labelled } from '../../lib/i18n/punctuation.ts';

/**
 * Explains why someone may or may not open a page, from the person to the deciding rule. Without `userId`, for the
 * current user.
 */
export function ExplainChain({ userId, path }: { userId?: string; path: string }) {
  const query = { path, ...(userId && { userId }) };
  const explanation = useQuery({ ...queryOf(explainPermission, { query }, { quiet: true }), staleTime: 0 });
  if (explanation.error) {
    return <QueryError query={explanation} />;
  }
  if (!explanation.data) {
    return (
      <SkeletonRegion>
        <Skeleton height={120} />
      </SkeletonRegion>
    );
  }
  return <Chain explanation={explanation.data} />;
}

function Chain({ explanation }: { explanation: Explanation }) {
  const texts = useTexts();
  const me = useCurrentUser();
  const { explain } = texts.permissionGroup;
  const { person, pages, allowed } = explanation;
  const role = texts.words.roles[person.roleId];
  const places = [
    person.position && fillText(explain.position, { name: person.position.name }),
    person.department && fillText(explain.department, { name: person.department.name }),
  ].filter((place) => place !== null);
  const several = pages.length > 1 || pages[0]?.path !== explanation.path;
  return (
    <ol className="explain-chain">
      <li>
        {fillText(person.id === me.id ? explain.self : explain.person, { name: person.name, role })}
        {places.length > 0 && <small>{places.join(' · ')}</small>}
      </li>
      {person.accountForbidden && <li className="explain-bad">{explain.account}</li>}
      {several && pages.length > 0 && <li>{explain.listedBy}</li>}
      {pages.map((page) => (
        <PageStep key={page.path} page={page} role={role} named={several} />
      ))}
      <li className="explain-end">
        {pageNameOf(explanation.path, texts)}
        <Status tone={allowed ? 'ok' : 'bad'}>{allowed ? explain.opens : explain.closed}</Status>
      </li>
    </ol>
  );
}

function PageStep({ page, role, named }: { page: ExplainedPage; role: string; named: boolean }) {
  const texts = useTexts();
  const { explain } = texts.permissionGroup;
  const needed = page.rule === 'routeFilter' ? '' : texts.words.roles[abilityThresholds[page.rule]];
  const speaking = page.groups.filter(({ flag }) => flag !== null);
  const silent = [...new Set(page.groups.filter(({ flag }) => flag === null).map(({ group }) => group.name))];
  const filtered = page.rule === 'routeFilter' && page.because !== 'role';
  return (
    <li>
      {named && <strong>{labelled(pageNameOf(page.path, texts), '')}</strong>}
      {fillText(explain.because[page.because], { role, needed })}
      {filtered && page.groups.length === 0 && <small>{explain.noGroups}</small>}
      {speaking.length > 0 && (
        <ul className="explain-groups">
          {speaking.map((way) => (
            <GroupStep key={`${way.group.id} ${way.through} ${way.via?.id ?? ''}`} way={way} page={page} />
          ))}
        </ul>
      )}
      {filtered && silent.length > 0 && <small>{fillText(explain.silent, { groups: joinNames(silent) })}</small>}
    </li>
  );
}

function GroupStep({ way, page }: { way: ExplainedGroup; page: ExplainedPage }) {
  const texts = useTexts();
  const { explain } = texts.permissionGroup;
  const forbids = way.flag === accessFlag.forbid;
  const overruled = page.because === 'role' || (page.because === 'forbidden' && !forbids);
  return (
    <li className={overruled ? 'explain-overruled' : undefined}>
      <span>{wayWords(way, texts)}</span>
      <span aria-hidden="true">→</span>
      <strong>{way.group.name}</strong>
      <span aria-hidden="true">→</span>
      <Status tone={overruled ? 'idle' : forbids ? 'bad' : 'ok'}>
        {forbids ? explain.flags.forbid : explain.flags.allow}
        {overruled && ` (${explain.overruled})`}
      </Status>
    </li>
  );
}

function wayWords({ through, via, above }: ExplainedGroup, { permissionGroup }: Texts): string {
  const { ways } = permissionGroup.explain;
  return fillText(above ? ways.above : ways[through], { via: via?.name ?? '' });
}
