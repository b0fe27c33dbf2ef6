import type { SubtitleTrack } from '@lectern/contract/features/subtitle.ts';
import { Button } from '../../../components/button.tsx';
import { trackName } from '../../../components/subtitle/track-words.ts';
import { useTexts } from '../../../lib/i18n/use-texts.ts';
import type { Beside } from './use-beside.ts';

export type ViewOf = 'cues' | 'beside' | 'raw';

type Props = {
  view: ViewOf;
  onChange: (view: ViewOf) => void;
  others: readonly SubtitleTrack[];
  beside: Beside;
};

/** Cues alone, beside another language, or as a file. */
export function ViewSwitch({ view, onChange, others, beside }: Props) {
  const { subtitle } = useTexts();
  const views: ViewOf[] = others.length > 0 ? ['cues', 'beside', 'raw'] : ['cues', 'raw'];
  return (
    <>
      {/* biome-ignore lint/a11y/useSemanticElements: buttons, not fields of a form */}
      <div role="group" className="view-switch" aria-label={subtitle.views.label}>
        {views.map((one) => (
          <Button key={one} size="small" look="quiet" aria-pressed={view === one} onClick={() => onChange(one)}>
            {subtitle.views[one]}
          </Button>
        ))}
      </div>
      {view === 'beside' && others.length > 1 && (
        <select
          className="field-input view-beside"
          aria-label={subtitle.besideLanguage}
          value={beside.id ?? ''}
          onChange={(event) => beside.choose(event.target.value)}
        >
          {others.map((track) => (
            <option key={track.id} value={track.id}>
              {trackName(track)}
            </option>
          ))}
        </select>
      )}
    </>
  );
}
