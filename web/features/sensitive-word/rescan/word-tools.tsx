import { Button } from '../../../components/button.tsx';
import { Skeleton, SkeletonRegion } from '../../../components/skeleton.tsx';
import { Status } from '../../../components/status.tsx';
import { useCurrentUser } from '../../../lib/current-user.tsx';
import { useTexts } from '../../../lib/i18n/use-texts.ts';
import { navigate } from '../../../lib/navigation.ts';
import { toolActions } from '../word-actions.ts';
import { RescanNow } from './rescan-now.tsx';
import { useRescans } from './use-rescans.ts';
import '../word-page.css';

/** One line above the list: how far rescans are, and the tools of the library. */
export function WordTools() {
  const texts = useTexts();
  const me = useCurrentUser();
  const rescans = useRescans();
  return (
    <section className="word-tools" aria-label={texts.sensitiveTools.rescan.label}>
      <div className="word-tools-state">
        {rescans.data && <RescanNow rows={rescans.data.rows} />}
        {!rescans.data && rescans.isPending && (
          <SkeletonRegion>
            <Skeleton width={260} height={14} />
          </SkeletonRegion>
        )}
        {!rescans.data && rescans.isError && <Status tone="bad">{texts.sensitiveTools.rescan.unknown}</Status>}
      </div>
      {toolActions.map((action) => (
        <Button
          key={action.id}
          size="small"
          {...(action.icon && { icon: action.icon })}
          {...(action.keys && { keys: action.keys, 'aria-keyshortcuts': action.keys.toUpperCase() })}
          onClick={() => void action.run({ navigate, user: me })}
        >
          {action.label(texts)}
        </Button>
      ))}
    </section>
  );
}
