import { useLocation } from '@tanstack/react-router';
import { useEffect } from 'react';
import { ListPage } from '../../components/list-page/list-page.tsx';
import { registerActions } from '../../lib/actions.ts';
import { lazyPage } from '../../lib/lazy-page.tsx';
import { useStore } from '../../lib/store.ts';
import { panelOf } from './panels.ts';
import { dropImpact, openImpact } from './trial/ask-impact.ts';
import { toolActions } from './word-actions.ts';
import { closeWordDialog, wordDialog } from './word-dialog.ts';
import { wordListView } from './word-list.ts';

const WordDialogs = lazyPage(async () => (await import('./word-dialogs.tsx')).WordDialogs);
const WordDetail = lazyPage(async () => (await import('./detail/word-detail.tsx')).WordDetail);
const TrialPanel = lazyPage(async () => (await import('./trial/trial-panel.tsx')).TrialPanel);
const PacksPanel = lazyPage(async () => (await import('./packs/packs-panel.tsx')).PacksPanel);
const RescansPanel = lazyPage(async () => (await import('./rescan/rescans-panel.tsx')).RescansPanel);
const ImpactDialog = lazyPage(async () => (await import('./trial/impact-dialog.tsx')).ImpactDialog);

export function SensitiveWordPage() {
  const { searchStr } = useLocation();
  const panel = panelOf(searchStr);
  const asking = useStore(wordDialog) !== null;
  const weighing = useStore(openImpact)?.shown === true;
  useEffect(() => registerActions(toolActions), []);
  useEffect(
    () => () => {
      closeWordDialog();
      dropImpact();
    },
    [],
  );
  return (
    <>
      <ListPage definition={wordListView} />
      {new URLSearchParams(searchStr).has('id') && <WordDetail />}
      {panel === 'test' && <TrialPanel />}
      {panel === 'packs' && <PacksPanel />}
      {panel === 'rescans' && <RescansPanel />}
      {asking && <WordDialogs />}
      {weighing && <ImpactDialog />}
    </>
  );
}
