import { exportSubjects } from '@lectern/contract/features/subject-management.ts';
import { useEffect } from 'react';
import { Button } from '../../components/button.tsx';
import { EmptyState } from '../../components/empty-state.tsx';
import { ErrorPanel } from '../../components/error-panel.tsx';
import { Icon } from '../../components/icon.tsx';
import { PageHeader } from '../../components/page-header.tsx';
import { type Action, registerActions } from '../../lib/actions.ts';
import { addressOf } from '../../lib/callable.ts';
import { useFormat } from '../../lib/format.ts';
import { fillText, useTexts } from '../../lib/i18n/use-texts.ts';
import { lazyPage } from '../../lib/lazy-page.tsx';
import { useStore } from '../../lib/use-store.ts';
import { SubjectPanel } from './detail/subject-panel.tsx';
import { useSubjectAddress } from './subject-address.ts';
import { askSubject, closeSubjectDialog, subjectDialog } from './subject-dialog.ts';
import { SubjectSkeleton } from './subject-skeleton.tsx';
import { SubjectTreePanel } from './subject-tree-panel.tsx';
import { useMayManage, useSubjects } from './use-subjects.ts';
import './subject-page.css';

/** Their code comes when the first is opened. */
const SubjectDialogs = lazyPage(() => import('./dialogs/subject-dialogs.tsx').then((module) => module.SubjectDialogs));

/** A file that an import takes back as it is. */
const exportHref = addressOf(exportSubjects, {
  query: { format: 'csv', columns: 'code,name,parentCode,collegeCodes,description' },
});

const pageActions: readonly Action[] = [
  {
    id: 'subject.create',
    label: ({ subject }) => subject.create,
    icon: 'plus',
    group: 'create',
    keys: 'Shift+n',
    run: () => askSubject({ kind: 'create', parent: null }),
  },
  {
    id: 'subject.import',
    label: ({ subject }) => subject.import,
    icon: 'upload',
    group: 'create',
    run: () => askSubject({ kind: 'import' }),
  },
];

/** Academic subjects: the tree on the left, the chosen one on the right. */
export function SubjectPage() {
  const { subject: words, routes, list } = useTexts();
  const format = useFormat();
  const mayManage = useMayManage();
  const { tree, nodes } = useSubjects();
  const { id, tab, open } = useSubjectAddress();
  const asking = useStore(subjectDialog) !== null;
  const chosen = nodes?.find((node) => node.id === id);
  useEffect(() => closeSubjectDialog, []);
  useEffect(() => (mayManage ? registerActions(pageActions) : undefined), [mayManage]);
  const create = (
    <Button look="primary" icon="plus" onClick={() => askSubject({ kind: 'create', parent: null })}>
      {words.create}
    </Button>
  );
  const bringIn = <Button onClick={() => askSubject({ kind: 'import' })}>{words.import}</Button>;
  return (
    <div className="subject-page">
      <PageHeader
        title={routes['course.subject']}
        meta={nodes && <span>{fillText(words.total, { count: format.number(nodes.length) })}</span>}
      >
        {nodes && nodes.length > 0 && (
          <>
            <a className="button button-plain" href={exportHref} download title={words.exportHint}>
              <Icon name="download" />
              {list.export}
            </a>
            {mayManage && bringIn}
            {mayManage && create}
          </>
        )}
      </PageHeader>
      {tree.error && (
        <ErrorPanel
          error={tree.error}
          keepsOld={nodes !== undefined}
          retrying={tree.isFetching}
          onRetry={() => void tree.refetch()}
        />
      )}
      {!nodes && !tree.error && <SubjectSkeleton />}
      {nodes?.length === 0 && (
        <div className="drag-panel subject-empty">
          <EmptyState
            icon="book"
            title={words.emptyTitle}
            action={
              mayManage && (
                <div className="subject-empty-deeds">
                  {bringIn}
                  {create}
                </div>
              )
            }
          >
            {mayManage ? words.emptyText : words.emptyReadOnly}
          </EmptyState>
        </div>
      )}
      {nodes && nodes.length > 0 && (
        <div className="subject-parts">
          <SubjectTreePanel
            nodes={nodes}
            chosenId={chosen?.id ?? null}
            mayManage={mayManage}
            onChoose={(one) => open(one)}
          />
          {chosen ? (
            <SubjectPanel
              key={chosen.id}
              subject={chosen}
              nodes={nodes}
              tab={tab}
              onTab={(part) => open(chosen.id, part)}
            />
          ) : (
            <div className="drag-panel subject-panel">
              <EmptyState icon="book" title={id ? words.gone : words.noneChosen}>
                {id ? words.goneText : words.noneChosenText}
              </EmptyState>
            </div>
          )}
        </div>
      )}
      {asking && <SubjectDialogs />}
    </div>
  );
}
