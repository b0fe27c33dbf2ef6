import { useState } from 'react';
import { Button } from '../../components/button.tsx';
import { useTexts } from '../../lib/i18n/use-texts.ts';
import { lazyPart } from '../../lib/lazy-part.tsx';
import { LiveButton } from './live-button.tsx';

const ExportDialog = lazyPart<{ onClose: () => void }>(
  async () => (await import('./record-export-dialog.tsx')).RecordExportDialog,
);

/** Following what comes in, and files of any length. */
export function RecordTools() {
  const { accessRecord: texts } = useTexts();
  const [exporting, setExporting] = useState(false);
  return (
    <>
      <Button icon="document" onClick={() => setExporting(true)}>
        {texts.files.open}
      </Button>
      <LiveButton />
      {exporting && <ExportDialog onClose={() => setExporting(false)} />}
    </>
  );
}
