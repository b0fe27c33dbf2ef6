import { useFormat } from '../../lib/format.ts';
import { fillText, useTexts } from '../../lib/i18n/use-texts.ts';
import { Button } from '../button.tsx';
import type { ImportState } from './use-import.ts';

/** What leads on from a step, and back. */
export function ImportFooter({ state, onClose }: { state: ImportState; onClose: () => void }) {
  const { importing, words } = useTexts();
  const format = useFormat();
  if (state.step === 'file' || state.step === 'run') return <Button onClick={onClose}>{words.close}</Button>;
  if (state.step === 'columns') {
    return (
      <>
        <Button onClick={() => state.goTo('file')}>{importing.another}</Button>
        <Button look="primary" busy={state.check.isPending} disabled={!state.isMapped} onClick={state.checkAll}>
          {state.check.isPending ? importing.checking : importing.check}
        </Button>
      </>
    );
  }
  const counts = state.file?.counts;
  const count = (counts?.new ?? 0) + (counts?.changed ?? 0);
  return (
    <>
      {count === 0 && <span className="import-nothing">{importing.nothingToRun}</span>}
      <Button onClick={() => state.goTo('columns')}>{importing.back}</Button>
      <Button look="primary" busy={state.run.isPending} disabled={count === 0} onClick={state.start}>
        {count === 1 ? importing.runOne : fillText(importing.run, { count: format.number(count) })}
      </Button>
    </>
  );
}
