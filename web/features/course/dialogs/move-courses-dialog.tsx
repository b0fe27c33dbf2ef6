import type { CourseAction } from '@lectern/contract/features/course.ts';
import { courseMoves } from '@lectern/contract/features/course-state.ts';
import { useState } from 'react';
import { Banner } from '../../../components/banner.tsx';
import { FormDialog } from '../../../components/form-dialog.tsx';
import { TextareaField, TextField } from '../../../components/text-field.tsx';
import { useFormat } from '../../../lib/format.ts';
import { fillText, useTexts } from '../../../lib/i18n/use-texts.ts';
import { missingWords } from '../completeness.tsx';
import { type AskingMove, type CourseTarget, closeCourseDialog } from '../course-dialog.ts';
import { startOn } from '../list/course-actions.ts';
import './course-dialogs.css';

type Props = { move: AskingMove; target: CourseTarget };

/** Asks why, says what is missing before it is published, and has what can’t be undone typed by hand. */
export function MoveCoursesDialog({ move, target }: Props) {
  const texts = useTexts();
  const format = useFormat();
  const { move: words, moves } = texts.course;
  const what = useWhat(target);
  const label = moves[move];
  const [reason, setReason] = useState('');
  const [despite, setDespite] = useState(false);
  const [typed, setTyped] = useState('');
  const [tried, setTried] = useState(false);
  const { busy, start } = useCourseStart(move, target, label);
  const asked = 'reason' in courseMoves[move] ? (courseMoves[move] as { reason: string }).reason : undefined;
  const expected = target.row?.name ?? format.number(target.count);
  const matches = move !== 'purge' || typed.trim() === expected.trim();
  const missing = move === 'publish' && target.row ? missingWords(target.row.counts, { texts, format }) : [];
  const confirm = () => {
    setTried(true);
    if (!matches || (asked === 'required' && !reason.trim())) return;
    void start({
      ...(asked && { reason: reason.trim() }),
      ...(move === 'publish' && { despiteProblems: despite }),
    });
  };
  return (
    <FormDialog
      title={fillText(words[move].title, { what })}
      confirmLabel={label}
      look={move === 'publish' ? 'primary' : 'danger'}
      busy={busy}
      disabled={!matches}
      onConfirm={confirm}
      onClose={closeCourseDialog}
    >
      <p>{words[move].text}</p>
      {missing.length > 0 && (
        <Banner tone="warning" label={words.problems}>
          {words.problems}
          <ul className="course-problem-list">
            {missing.map((line) => (
              <li key={line}>{line}</li>
            ))}
          </ul>
        </Banner>
      )}
      {move === 'publish' && (
        <label className="course-check-line">
          <input type="checkbox" checked={despite} onChange={(event) => setDespite(event.target.checked)} />
          {words.despite}
        </label>
      )}
      {asked && (
        <TextareaField
          label={asked === 'required' ? words.reason : words.optionalReason}
          hint={words.reasonHint}
          error={tried && asked === 'required' && !reason.trim() ? words.reasonNeeded : undefined}
          value={reason}
          maxLength={1000}
          rows={2}
          data-first-focus
          onChange={setReason}
        />
      )}
      {move === 'purge' && (
        <TextField
          label={fillText(words.type, { name: expected })}
          value={typed}
          autoComplete="off"
          spellCheck={false}
          data-first-focus
          onChange={setTyped}
        />
      )}
    </FormDialog>
  );
}

/** Begins an action from a dialog, which closes once it is under way. */
export function useCourseStart(action: CourseAction, target: CourseTarget, label: string) {
  const [busy, setBusy] = useState(false);
  return {
    busy,
    async start(input: Record<string, unknown> = {}): Promise<void> {
      setBusy(true);
      try {
        await startOn(action, target, label, input);
        closeCourseDialog();
      } catch {
        // Why it was refused is told by the shared handling of failures.
        setBusy(false);
      }
    },
  };
}

/** The course by name, or how many there are. */
export function useWhat({ row, count }: CourseTarget): string {
  const { course } = useTexts();
  const format = useFormat();
  return row ? `“${row.name}”` : fillText(course.count, { count: format.number(count) });
}
