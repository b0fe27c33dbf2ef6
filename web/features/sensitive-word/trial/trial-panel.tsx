import { Dialog } from '../../../components/dialog.tsx';
import { useTexts } from '../../../lib/i18n/use-texts.ts';
import { navigate } from '../../../lib/navigation.ts';
import { panelHref } from '../panels.ts';
import { TrialPane } from './trial-pane.tsx';

/** All words on a text or a resource; nothing is kept. */
export function TrialPanel() {
  const { trial } = useTexts().sensitiveTools;
  return (
    <Dialog open className="trial-panel" title={trial.title} onClose={() => navigate(panelHref(null))}>
      <p>{trial.text}</p>
      <TrialPane first />
    </Dialog>
  );
}
