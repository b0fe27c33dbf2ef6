import type { Person } from '@lectern/contract/features/people.ts';
import { getEffectivePermissions } from '@lectern/contract/features/user.ts';
import { skipToken, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { EmptyState } from '../../../components/empty-state.tsx';
import { ExplainDialog } from '../../../components/permission/explain-dialog.tsx';
import { fillText, useTexts } from '../../../lib/i18n/use-texts.ts';
import { queryOf } from '../../../lib/queries.ts';
import { type GroupDraft, withRules } from '../edit/group-draft.ts';
import { AreaHead, PageRows } from './matrix-area.tsx';
import { matrixRows, type Narrowing, narrowRows } from './matrix-rows.ts';
import { MatrixTools } from './matrix-tools.tsx';
import '../../../components/table.css';
import '../../../components/visually-hidden.css';
import './page-matrix.css';

type Props = { stored: GroupDraft; draft: GroupDraft; editable: boolean; onChange: (draft: GroupDraft) => void };

const allRows = matrixRows();

/** Every page of Lectern, and what the group says about it. */
export function PageMatrix({ stored, draft, editable, onChange }: Props) {
  const texts = useTexts();
  const { matrix: words } = texts.permissionGroup;
  const [by, setBy] = useState<Narrowing>({ text: '', onlySet: false });
  const [person, setPerson] = useState<Person | null>(null);
  const [asked, setAsked] = useState<string | null>(null);
  const effective = useEffective(person?.id);
  const rows = narrowRows(allRows, by, draft, texts);
  const set = (paths: readonly string[], flag: 0 | 1 | null) => onChange(withRules(draft, paths, flag));
  const cells = {
    ...{ stored, draft, editable, onSet: set },
    ...(person && { explained: { person, opens: effective, onAsk: setAsked } }),
  };
  return (
    <div className="page-matrix">
      <MatrixTools
        rows={allRows}
        draft={draft}
        editable={editable}
        by={by}
        onNarrow={setBy}
        onChange={onChange}
        person={person}
        onPerson={setPerson}
      />
      <p className="page-matrix-legend">{words.legend}</p>
      {rows.length === 0 ? (
        <EmptyState icon="search" title={words.nothing} />
      ) : (
        <div className="table-scroll">
          <table className="table" aria-label={words.label}>
            <thead>
              <tr>
                <th scope="col">{words.page}</th>
                <th scope="col">{words.rule}</th>
                {person && <th scope="col">{fillText(words.for, { name: person.name })}</th>}
              </tr>
            </thead>
            {rows.map((area) => (
              <tbody key={area.area.id}>
                <AreaHead rows={area} {...cells} />
                {area.pages.map((page) => (
                  <PageRows key={page.route.id} page={page} {...cells} />
                ))}
              </tbody>
            ))}
          </table>
        </div>
      )}
      {person && asked && <ExplainDialog userId={person.id} path={asked} onClose={() => setAsked(null)} />}
    </div>
  );
}

/** Which pages open to somebody, as everything is saved now. */
function useEffective(userId: string | undefined): ReadonlyMap<string, boolean> | undefined {
  const query = queryOf(getEffectivePermissions, { params: { id: userId ?? '' } }, { quiet: true });
  const pages = useQuery({ ...query, queryFn: userId ? query.queryFn : skipToken }).data;
  return pages && new Map(pages.map(({ path, allowed }) => [path, allowed]));
}
