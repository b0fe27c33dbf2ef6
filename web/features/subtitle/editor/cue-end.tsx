import { secondUnit } from '@lectern/contract/language.ts';
import { type Cue, cueLimits } from '@lectern/contract/subtitle/cue.ts';
import { displayWidth, lineRoom, readingSpeed } from '@lectern/contract/subtitle/cue-measure.ts';
import { useSyncExternalStore } from 'react';
import { Icon } from '../../../components/icon.tsx';
import { clock } from '../../../components/viewers/media/clock.ts';
import type { WorkLine } from '../../../components/workbench/model/work-line.ts';
import { useWorkbench } from '../../../components/workbench/workbench-context.ts';
import { joinSentences } from '../../../lib/i18n/punctuation.ts';
import { fillText, useLanguage, useTexts } from '../../../lib/i18n/use-texts.ts';
import { useStore } from '../../../lib/store.ts';
import { fixProblem } from '../model/cue-edits.ts';
import { cueOf } from '../model/cue-lines.ts';
import { useDesk } from './desk-context.ts';

type Props = { line: WorkLine; active: boolean };

/** Duration, reading speed and width of a cue, its problems, and the text of another language at the same time. */
export function CueEnd({ line }: Props) {
  const { beside } = useDesk();
  const other = useStore(beside);
  return (
    <>
      {other && <Beside line={line} language={other.language} cues={other.cues} />}
      <Facts line={line} />
    </>
  );
}

function Facts({ line }: { line: WorkLine }) {
  const { subtitle } = useTexts();
  const language = useLanguage();
  const { work, checks, problemNames, fixNames } = useDesk();
  const { readOnly } = useWorkbench();
  const kinds = useSyncExternalStore(checks.changes.subscribe, () => checks.of(line.key));
  const cue = cueOf(line);
  const seconds = (cue.endMs - cue.startMs) / 1_000;
  const speed = readingSpeed(cue);
  // Width of the longest line, in narrow characters.
  const longest =
    Math.max(...cue.text.split('\n').map((text) => displayWidth(text.trim()))) / cueLimits.wideLineCharacters;
  const one = (value: number) => String(Math.round(value * 10) / 10);
  const times = { start: clock(cue.startMs / 1_000, true), end: clock(cue.endMs / 1_000, true), seconds: one(seconds) };
  const [worst] = kinds;
  const said = kinds.map((kind) => problemNames[kind]).join(' · ');
  return (
    <span className="cue-facts">
      <span title={fillText(subtitle.timesOf, times)} data-wrong={isWrong(kinds, 'tooShort', 'tooLong')}>
        {one(seconds)} {secondUnit[language]}
      </span>
      <span
        title={fillText(subtitle.speed, { value: Number.isFinite(speed) ? one(speed) : '∞' })}
        data-wrong={isWrong(kinds, 'tooFast')}
      >
        {Number.isFinite(speed) ? Math.round(speed) : '∞'}
      </span>
      <span
        title={fillText(subtitle.length, { value: Math.round(longest) })}
        data-wrong={isWrong(kinds, 'lineTooLong', 'tooManyLines') || longest > lineRoom / cueLimits.wideLineCharacters}
      >
        {Math.round(longest)}
      </span>
      {worst ? (
        <button
          type="button"
          className="icon-button cue-problem"
          tabIndex={-1}
          disabled={readOnly}
          aria-label={joinSentences(said, fixNames[worst])}
          title={joinSentences(said, fixNames[worst])}
          onClick={() => fixProblem(work, { kind: worst, index: work.indexOf(line.key) })}
        >
          <Icon name="warning" />
        </button>
      ) : (
        <i className="cue-problem" />
      )}
    </span>
  );
}

function isWrong(kinds: readonly string[], ...wrong: readonly string[]): boolean {
  return kinds.some((kind) => wrong.includes(kind));
}

function Beside({ line, language, cues }: { line: WorkLine; language: string; cues: readonly Cue[] }) {
  const { subtitle } = useTexts();
  const found = cuesWithin(cues, line.startMs ?? 0, line.endMs ?? 0);
  return (
    <div className="cue-beside" lang={language}>
      {found.length === 0 ? (
        <span className="cue-beside-none" title={subtitle.besideNone}>
          –
        </span>
      ) : (
        found.map((cue) => <p key={`${cue.startMs} ${cue.endMs}`}>{cue.text}</p>)
      )}
    </div>
  );
}

/** Cues that overlap the range by more than a quarter of the shorter of both. */
function cuesWithin(cues: readonly Cue[], startMs: number, endMs: number): Cue[] {
  return cues.filter((cue) => {
    const shared = Math.min(cue.endMs, endMs) - Math.max(cue.startMs, startMs);
    const shorter = Math.min(cue.endMs - cue.startMs, endMs - startMs);
    // Ignores a brief overlap, so that a cue isn't shown beside two neighbours.
    return shared > 0 && shared * 4 > shorter;
  });
}
