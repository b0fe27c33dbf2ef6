import { Button } from '../../../components/button.tsx';
import { languageName } from '../../../components/work/work-words.ts';
import { useTexts } from '../../../lib/i18n/use-texts.ts';
import type { RegionRun } from './use-region-run.ts';

const languages = ['en', 'zh'] as const;

/** In which language the part is to be read, and the word to begin. */
export function RegionBar({ run }: { run: RegionRun }) {
  const { textWork, words } = useTexts();
  const { region } = textWork;
  return (
    <div className="region-bar">
      <span className="region-hint">{run.busy ? region.running : region.keys}</span>
      <select
        className="field-input"
        aria-label={region.language}
        value={run.language}
        disabled={run.busy}
        onChange={({ target }) => run.setLanguage(languages.find((code) => code === target.value) ?? 'auto')}
      >
        <option value="auto">{region.auto}</option>
        {languages.map((code) => (
          <option key={code} value={code}>
            {languageName(code)}
          </option>
        ))}
      </select>
      <Button size="small" onClick={run.leave}>
        {words.cancel}
      </Button>
      <Button size="small" look="primary" busy={run.busy} onClick={() => void run.start()}>
        {region.run}
      </Button>
    </div>
  );
}
