import { useCallback, useEffect, useRef, useState } from 'react';
import { Badge } from '../../components/badge.tsx';
import { IconButton } from '../../components/icon-button.tsx';
import { useDismiss } from '../../components/use-dismiss.ts';
import { fillText, useTexts } from '../../lib/i18n/use-texts.ts';
import { OperationReport } from './operation-report.tsx';
import { OperationTrayPanel } from './operation-tray-panel.tsx';
import { useFinishNotice } from './use-finish-notice.ts';
import { useOperationDeeds } from './use-operation-deeds.ts';
import { forgetOpen, useOpenCount } from './use-operations.ts';
import './operation-tray.css';

type Props = { open: boolean; onToggle: () => void; onClose: () => void };

/** What runs in the background for this person, on whatever page they are. */
export function OperationTray({ open, onToggle, onClose }: Props) {
  const { operation: texts } = useTexts();
  const running = useOpenCount();
  const [reportId, setReportId] = useState<string>();
  const { undo } = useOperationDeeds();
  const root = useRef<HTMLDivElement>(null);
  const button = useRef<HTMLButtonElement>(null);
  useFinishNotice(undo);
  useEffect(() => forgetOpen, []);
  const close = useCallback(
    (refocus: boolean) => {
      onClose();
      if (refocus) button.current?.focus();
    },
    [onClose],
  );
  useDismiss(open, root, close);
  const report = (id: string) => {
    close(true);
    setReportId(id);
  };

  return (
    <div className="operation-tray" ref={root}>
      <IconButton
        ref={button}
        icon={open || running > 0 ? 'operationsFilled' : 'operations'}
        label={running > 0 ? fillText(texts.trayRunning, { count: running }) : texts.tray}
        aria-haspopup="dialog"
        aria-expanded={open}
        onClick={onToggle}
      >
        <Badge count={running} />
      </IconButton>
      {open && <OperationTrayPanel onClose={close} onReport={report} />}
      {reportId && <OperationReport id={reportId} onClose={() => setReportId(undefined)} />}
    </div>
  );
}
