import { useMemo } from 'react';
import type { WorkExtras } from '../../../components/workbench/workbench-context.ts';
import { useFormat } from '../../../lib/format.ts';
import { fillText, useTexts } from '../../../lib/i18n/use-texts.ts';
import type { CueChecks } from '../model/cue-checks.ts';
import { addCue, fixProblem, moveEdge } from '../model/cue-edits.ts';
import { CueEnd } from './cue-end.tsx';
import type { SubtitleEdit } from './use-subtitle-edit.ts';

const nudgeMs = 100;

type Options = Pick<SubtitleEdit, 'work' | 'checks'> & {
  second: () => number;
  toTimeline: () => void;
  elsewhere: WorkExtras['elsewhere'] | undefined;
};

/** What cues have besides lines of other texts: problems to be led through, figures, keys for their ends. */
export function useCueExtras({ work, checks, second, toTimeline, elsewhere }: Options): WorkExtras {
  const { subtitle } = useTexts();
  const { number } = useFormat();
  return useMemo(
    () => ({
      LineEnd: CueEnd,
      ...(elsewhere && { elsewhere }),
      guide: {
        count: checks.count,
        label: (count) =>
          count === 0
            ? subtitle.noProblems
            : fillText(count === 1 ? subtitle.oneProblem : subtitle.problemCount, { count: number(count) }),
        next: checks.next,
      },
      press(event, line) {
        if (!event.altKey || event.ctrlKey || event.metaKey) return false;
        switch (event.code) {
          case 'KeyN':
            return addCue(work, second() * 1_000);
          case 'KeyX':
            return fixFirst(work, checks, line.key);
          case 'KeyT':
            toTimeline();
            return true;
          case 'Comma':
          case 'Period':
            moveEdge(work, line, event.shiftKey ? 'start' : 'end', event.code === 'Comma' ? -nudgeMs : nudgeMs);
            return true;
          default:
            return false;
        }
      },
    }),
    [work, checks, second, toTimeline, elsewhere, subtitle, number],
  );
}

function fixFirst(work: SubtitleEdit['work'], checks: CueChecks, key: number): boolean {
  const [kind] = checks.of(key);
  return kind !== undefined && fixProblem(work, { kind, index: work.indexOf(key) });
}
