import { listUnits } from '@lectern/contract/features/organisation.ts';
import { exportSubjects, subjectDetailEndpoints } from '@lectern/contract/features/subject-management.ts';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Fragment, useEffect, useMemo } from 'react';
import { Button } from '../../components/button.tsx';
import { ActivityTab } from '../../components/detail/activity-tab.tsx';
import { type FieldWords, namedField, plainValue } from '../../components/detail/field-words.ts';
import { EmptyState } from '../../components/empty-state.tsx';
import { QueryError } from '../../components/error-panel.tsx';
import { Icon } from '../../components/icon.tsx';
import { Menu } from '../../components/menu.tsx';
import { PageHeader } from '../../components/page-header.tsx';
import { Skeleton, SkeletonRegion } from '../../components/skeleton.tsx';
import { Status } from '../../components/status.tsx';
import { Tabs } from '../../components/tabs.tsx';
import { TreeActionItems } from '../../components/tree/tree-menu.tsx';
import { lineOf } from '../../components/tree/tree-model.ts';
import { WithheldNotice } from '../../components/withheld-notice.tsx';
import { type Action, registerActions } from '../../lib/actions.ts';
import { addressOf } from '../../lib/callable.ts';
import { useFormat } from '../../lib/format.ts';
import { joinNames } from '../../lib/i18n/punctuation.ts';
import { fillText, useTexts } from '../../lib/i18n/use-texts.ts';
import { lazyPage } from '../../lib/lazy-page.tsx';
import { navigate } from '../../lib/navigation.ts';
import { queryOf } from '../../lib/queries.ts';
import { useStore } from '../../lib/store.ts';
import { SubjectAbout } from './detail/subject-about.tsx';
import { askSubject, closeSubjectDialog, subjectDialog } from './subject-dialog.ts';
import type { SubjectNode } from './subject-node.ts';
import { type SubjectTab, subjectHref, subjectTabs, useSubjectAddress } from './subject-node.ts';
import { SubjectTreePanel, subjectMenu } from './subject-tree-panel.tsx';
import { refreshSubjects, useMayManage, useSubjectActions, useSubjects } from './use-subject-actions.ts';
import '../../components/tree/tree-page.css';
import './subject-page.css';
import '../../components/detail/detail.css';

const widths = ['70%', '48%', '56%', '40%', '62%', '52%', '44%', '58%'];

function SubjectSkeleton() {
  return (
    <SkeletonRegion className="subject-parts">
      <div className="drag-panel subject-waiting">
        {widths.map((width) => (
          <Skeleton key={width} width={width} />
        ))}
      </div>
      <div className="drag-panel subject-waiting">
        <Skeleton width="32%" height={20} />
        <Skeleton width="48%" />
        <Skeleton height={180} />
      </div>
    </SkeletonRegion>
  );
}

const SubjectDialogs = lazyPage(() => import('./dialogs/subject-dialogs.tsx').then((module) => module.SubjectDialogs));

/** An export that can be imported again unchanged. */
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

/** Subject tree on the left, the chosen subject on the right. */
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
    <div className="tree-page">
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
      {tree.error && <QueryError query={tree} keepsOld={nodes !== undefined} />}
      {!nodes && !tree.error && <SubjectSkeleton />}
      {nodes?.length === 0 && (
        <div className="drag-panel subject-empty">
          <EmptyState
            icon="book"
            title={words.emptyTitle}
            action={
              mayManage && (
                <div className="subject-empty-actions">
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

type Props = {
  subject: SubjectNode;
  nodes: readonly SubjectNode[];
  tab: SubjectTab;
  onTab: (tab: SubjectTab) => void;
};

/** The chosen subject: its path, usage and activity. */
function SubjectPanel({ subject, nodes, tab, onTab }: Props) {
  const texts = useTexts();
  const { subject: words, drag } = texts;
  const mayManage = useMayManage();
  const subjectActions = useSubjectActions();
  const above = lineOf(nodes, subject.id).slice(0, -1);
  const actions = fillText(drag.tree.actionsOf, { name: subject.name });
  return (
    <section className="drag-panel subject-panel" aria-label={subject.name}>
      <div className="tree-page-head">
        <h2>{subject.name}</h2>
        <Status tone={subject.disabled ? 'idle' : 'ok'}>{subject.disabled ? words.disabled : words.enabled}</Status>
        {mayManage && (
          <Menu
            align="end"
            label={actions}
            trigger={(props) => (
              <Button {...props} aria-label={actions}>
                <Icon name="more" />
              </Button>
            )}
          >
            <TreeActionItems actions={subjectMenu(subject, { nodes, actions: subjectActions, texts })} />
          </Menu>
        )}
        <div className="subject-line">
          <code>{subject.code}</code>
          {above.length > 0 && ' · '}
          {above.map(({ id, name }, at) => (
            <Fragment key={id}>
              {at > 0 && ' / '}
              <button type="button" onClick={() => navigate(subjectHref(id))}>
                {name}
              </button>
            </Fragment>
          ))}
        </div>
      </div>
      {subject.withheld && <WithheldNotice item={{ id: subject.id, kind: 'subject' }} texts={words} />}
      <Tabs
        label={words.tabs.label}
        tabs={subjectTabs.map((id) => ({ id, label: words.tabs[id] }))}
        active={tab}
        onChange={onTab}
      >
        {tab === 'about' ? <SubjectAbout subject={subject} /> : <SubjectActivity subject={subject} nodes={nodes} />}
      </Tabs>
    </section>
  );
}

type SubjectActivityProps = { subject: SubjectNode; nodes: readonly SubjectNode[] };

/** Activity of the subject, with Revert. */
function SubjectActivity({ subject, nodes }: SubjectActivityProps) {
  const { subject: texts, words: common, list } = useTexts();
  const client = useQueryClient();
  const units = useQuery(queryOf(listUnits, {}, { quiet: true })).data;
  const words = useMemo<FieldWords>(() => {
    const fields: Record<string, string> = { ...texts.fields };
    const nameOf = (id: unknown): string =>
      nodes.find((one) => one.id === id)?.name ?? units?.colleges.find((one) => one.id === id)?.name ?? common.unknown;
    return {
      field: (field) => namedField(fields, field),
      value(field, value) {
        if (typeof value === 'boolean') return value ? list.yes : list.no;
        if (Array.isArray(value)) return value.length === 0 ? common.none : joinNames(value.map(nameOf));
        if (field.endsWith('Id')) return value ? nameOf(value) : value === null ? texts.form.top : common.none;
        return plainValue(value, common);
      },
      action: () => undefined,
    };
  }, [texts, common, list, nodes, units]);
  return (
    <div className="subject-pad">
      <ActivityTab
        calls={subjectDetailEndpoints}
        id={subject.id}
        version={subject.version}
        words={words}
        current={{ ...subject, collegeIds: subject.colleges.map(({ id }) => id) }}
        onReverted={() => void refreshSubjects(client)}
      />
    </div>
  );
}
