import { getWork, type WorkRow } from '@lectern/contract/features/machine-work.ts';
import { useQuery } from '@tanstack/react-query';
import { useLocation } from '@tanstack/react-router';
import { AppLink } from '../../components/app-link.tsx';
import { Banner } from '../../components/banner.tsx';
import { Button } from '../../components/button.tsx';
import { DetailSheet, useNeighbours } from '../../components/detail/detail-sheet.tsx';
import { QueryError } from '../../components/error-panel.tsx';
import { FactList } from '../../components/fact-list.tsx';
import { Skeleton, SkeletonRegion } from '../../components/skeleton.tsx';
import { WorkLog, workFacts } from '../../components/work/work-facts.tsx';
import { CauseText, workState } from '../../components/work/work-state.tsx';
import { causeOf } from '../../components/work/work-words.ts';
import { isOffered } from '../../lib/actions.ts';
import { useCurrentUser } from '../../lib/current-user.tsx';
import { useFormat } from '../../lib/format.ts';
import { useTexts } from '../../lib/i18n/use-texts.ts';
import { navigate } from '../../lib/navigation.ts';
import { queryOf } from '../../lib/queries.ts';
import { detailHref, viewAt } from './work-columns.tsx';
import { workListView } from './work-list.ts';
import './work-sheet.css';
import { withNote } from '../../lib/i18n/punctuation.ts';

/** Sheet over the list for the job in the address: result, details and log. */
export function WorkSheet() {
  const { searchStr } = useLocation();
  const id = new URLSearchParams(searchStr).get('id');
  return id ? <OpenedWork key={id} id={id} searchStr={searchStr} /> : null;
}

function OpenedWork({ id, searchStr }: { id: string; searchStr: string }) {
  const texts = useTexts();
  const { work: words } = texts;
  const format = useFormat();
  const neighbours = useNeighbours(workListView, id);
  const work = useQuery({ ...queryOf(getWork, { params: { id } }, { quiet: true }), retry: false });
  const row = work.data?.work ?? neighbours.row;
  const sentence = row && causeOf(row);
  const header = row ? (
    <>
      <h3 className="detail-title">
        <AppLink to={detailHref(row, 'processing', viewAt('work', searchStr))}>{row.resource.title}</AppLink>
      </h3>
      {workState(row, texts)}
      <Actions row={row} />
    </>
  ) : (
    <h3 className="detail-title">{work.error ? words.notFound : texts.words.loading}</h3>
  );
  return (
    <DetailSheet
      label={row?.resource.title ?? texts.words.loading}
      neighbours={neighbours}
      header={header}
      notices={
        sentence && (
          <div className="detail-notices">
            <Banner tone={row.state === 'failed' ? 'bad' : 'warning'}>
              <CauseText work={row} />
            </Banner>
          </div>
        )
      }
      onSave={() => undefined}
    >
      <div className="detail-main">
        {row && (
          <FactList
            facts={[
              { label: words.facts.step, value: words.steps[row.kind] },
              {
                label: words.facts.version,
                value: row.current ? row.versionNumber : withNote(String(row.versionNumber), words.older),
              },
              ...workFacts(row, texts, format, work.data?.requestedBy ?? null),
            ]}
          />
        )}
      </div>
      <div className="work-sheet-log">
        <h4>{words.log}</h4>
        {work.isPending && (
          <SkeletonRegion>
            <Skeleton height={180} />
          </SkeletonRegion>
        )}
        {work.error && <QueryError query={work} />}
        {work.data && <WorkLog log={work.data.log} />}
      </div>
    </DetailSheet>
  );
}

/** The row actions of the list, except for opening the resource, which is linked above. */
function Actions({ row }: { row: WorkRow }) {
  const texts = useTexts();
  const user = useCurrentUser();
  const target = { selection: { ids: [row.id] }, count: 1, row, done: () => undefined };
  const offered = workListView.actions.filter(
    (action) => action.id !== 'work.openResource' && isOffered(action, target, user),
  );
  return (
    <div className="work-sheet-actions">
      {offered.map((action) => (
        <Button
          key={action.id}
          size="small"
          {...(action.icon && { icon: action.icon })}
          onClick={() => void action.run(target, { navigate, user })}
        >
          {action.label(texts)}
        </Button>
      ))}
    </div>
  );
}
