import { Button } from '../../../components/button.tsx';
import { Dialog } from '../../../components/dialog.tsx';
import { ErrorPanel } from '../../../components/error-panel.tsx';
import { ImpactReport } from '../../../components/sensitive/impact-report.tsx';
import { Skeleton, SkeletonRegion } from '../../../components/skeleton.tsx';
import { useFormat } from '../../../lib/format.ts';
import { fillText, useTexts } from '../../../lib/i18n/use-texts.ts';
import { useStore } from '../../../lib/store.ts';
import { openImpact } from './ask-impact.ts';
import './impact.css';

/** Previews the effect of a change on existing items before it is saved. */
export function ImpactDialog() {
  const texts = useTexts();
  const says = texts.sensitiveTools.impact;
  const format = useFormat();
  const asked = useStore(openImpact);
  if (!asked) return null;
  const { of, part, deletes, label, impact, error, retry, answer } = asked;
  const counts = { looked: format.number(part?.looked ?? 0), count: format.number(part?.count ?? 0) };
  const waits = of !== null && !impact && !error;
  const goOn = deletes ? says.delete : (label ?? (waits ? says.saveNow : says.save));
  const footer = (
    <>
      <Button data-first-focus onClick={() => answer(false)}>
        {says.back}
      </Button>
      <Button look={deletes || label ? 'danger' : 'primary'} onClick={() => answer(true)}>
        {goOn}
      </Button>
    </>
  );
  const title = deletes ? fillText(says.deleteTitle, deletes) : says.title;
  return (
    <Dialog open className="impact-dialog" title={title} onClose={() => answer(false)} footer={footer}>
      {deletes && <p>{says.deleteText}</p>}
      {error && <ErrorPanel error={error} title={says.failed} onRetry={retry} />}
      {waits && (
        <SkeletonRegion>
          <p className="impact-note">{says.waiting}</p>
          <Skeleton width="60%" height={18} />
          <Skeleton height={64} />
        </SkeletonRegion>
      )}
      {impact && <ImpactReport impact={impact} />}
      {part && <p className="impact-note">{fillText(says.part, counts)}</p>}
    </Dialog>
  );
}
