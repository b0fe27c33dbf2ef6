import { Fragment } from 'react';
import { Button } from '../../../components/button.tsx';
import { Icon } from '../../../components/icon.tsx';
import { Menu } from '../../../components/menu.tsx';
import { Status } from '../../../components/status.tsx';
import { Tabs } from '../../../components/tabs.tsx';
import { lineOf } from '../../../components/tree/tree.ts';
import { TreeDeedItems } from '../../../components/tree/tree-menu.tsx';
import { fillText, useTexts } from '../../../lib/i18n/use-texts.ts';
import { navigate } from '../../../lib/navigation.ts';
import { type SubjectTab, subjectHref, subjectTabs } from '../subject-address.ts';
import { subjectMenu } from '../subject-menu.ts';
import type { SubjectNode } from '../subject-node.ts';
import { useSubjectDeeds } from '../use-subject-deeds.ts';
import { useMayManage } from '../use-subjects.ts';
import { SubjectAbout } from './subject-about.tsx';
import { SubjectActivity } from './subject-activity.tsx';

type Props = {
  subject: SubjectNode;
  nodes: readonly SubjectNode[];
  tab: SubjectTab;
  onTab: (tab: SubjectTab) => void;
};

/** The chosen subject: where it stands, what hangs on it, and what was done to it. */
export function SubjectPanel({ subject, nodes, tab, onTab }: Props) {
  const texts = useTexts();
  const { subject: words, drag } = texts;
  const mayManage = useMayManage();
  const deeds = useSubjectDeeds();
  const above = lineOf(nodes, subject.id).slice(0, -1);
  const actions = fillText(drag.tree.actionsOf, { name: subject.name });
  return (
    <section className="drag-panel subject-panel" aria-label={subject.name}>
      <div className="subject-panel-head">
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
            <TreeDeedItems deeds={subjectMenu(subject, { nodes, deeds, texts })} />
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
