import type { CourseAction, CourseDetailView } from '@lectern/contract/features/course.ts';
import type { CourseChecks } from '@lectern/contract/features/course-check.ts';
import { getCourseChecks } from '@lectern/contract/features/course-detail.ts';
import { courseMoves } from '@lectern/contract/features/course-state.ts';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Banner } from '../../../components/banner.tsx';
import { QueryError } from '../../../components/error-panel.tsx';
import { FormDialog } from '../../../components/form-dialog.tsx';
import { Skeleton, SkeletonRegion } from '../../../components/skeleton.tsx';
import { TextareaField, TextField } from '../../../components/text-field.tsx';
import { useFormat } from '../../../lib/format.ts';
import { labelled } from '../../../lib/i18n/punctuation.ts';
import { fillText, type Texts, useTexts } from '../../../lib/i18n/use-texts.ts';
import { queryOf } from '../../../lib/queries.ts';
import { startOn } from '../course-actions.ts';
import { type AskingMove, type CourseTarget, closeCourseDialog } from '../course-dialog.ts';
import { missingWords } from '../course-state.tsx';
import './course-dialogs.css';

type Props = { move: AskingMove; target: CourseTarget };

/**
 * Confirms a state change of courses: asks for a reason, lists problems before publishing, and has irreversible moves
 * confirmed by typing.
 */
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
  const { busy, start } = useCourseStart(move, target);
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
      <p>{fillText(words[move].text, { count: target.count })}</p>
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
      <MoveFields
        asksReason={asked}
        reason={reason}
        missing={tried && asked === 'required' && !reason.trim()}
        onReason={setReason}
        name={move === 'purge' ? expected : undefined}
        typed={typed}
        onType={setTyped}
      />
    </FormDialog>
  );
}

/** Starts an action from a dialog and closes the dialog once it is running. */
export function useCourseStart(action: CourseAction, target: CourseTarget) {
  const [busy, setBusy] = useState(false);
  return {
    busy,
    async start(input: Record<string, unknown> = {}): Promise<void> {
      setBusy(true);
      try {
        await startOn(action, target, input);
        closeCourseDialog();
      } catch {
        // The global error handler shows the reason.
        setBusy(false);
      }
    },
  };
}

/** The course's name in quotes, or the number of courses. */
export function useWhat({ row, count }: CourseTarget): string {
  const { course } = useTexts();
  const format = useFormat();
  return row ? `“${row.name}”` : fillText(course.count, { count: format.number(count) });
}

export type MoveAnswer = { reason?: string; checks?: string; confirm?: string };
type MoveCourseDialogProps = {
  move: AskingMove;
  course: CourseDetailView;
  busy: boolean;
  error: unknown;
  onConfirm: (answer: MoveAnswer) => void;
  onClose: () => void;
};

/**
 * Confirms a state change of one course: lists problems before publishing, asks for a reason, and has the name typed
 * before permanent deletion.
 */
export function MoveCourseDialog({ move, course, busy, error, onConfirm, onClose }: MoveCourseDialogProps) {
  const texts = useTexts();
  const { move: words } = texts.course;
  const label = texts.course.moves[move];
  const [reason, setReason] = useState('');
  const [typed, setTyped] = useState('');
  const [tried, setTried] = useState(false);
  const checks = useQuery({
    ...queryOf(getCourseChecks, { params: { id: course.id } }, { quiet: true }),
    enabled: move === 'publish',
    staleTime: 0,
  });
  // A disabled query still returns data cached by the Checks tab.
  const found = move === 'publish' ? checks.data : undefined;
  const asked = 'reason' in courseMoves[move] ? (courseMoves[move] as { reason: string }).reason : undefined;
  const matches = move !== 'purge' || typed.trim() === course.name;
  const isKnown = move !== 'publish' || (found !== undefined && !checks.isFetching);
  const confirm = () => {
    setTried(true);
    if (!matches || (asked === 'required' && !reason.trim())) return;
    onConfirm({
      ...(asked && { reason: reason.trim() }),
      ...(found && { checks: found.digest }),
      ...(move === 'purge' && { confirm: typed.trim() }),
    });
  };
  const isClean = found !== undefined && linesOf(found, texts).length === 0;
  return (
    <FormDialog
      title={fillText(words[move].title, { what: `“${course.name}”` })}
      confirmLabel={found && !isClean ? words.publishAnyway : label}
      look={move === 'publish' ? 'primary' : 'danger'}
      busy={busy}
      disabled={!matches || !isKnown}
      error={error}
      errorTitle={words.refused}
      onConfirm={confirm}
      onClose={onClose}
    >
      <p>{fillText(words[move].text, { count: 1 })}</p>
      {move === 'publish' && checks.error && <QueryError query={checks} />}
      {move === 'publish' && checks.isPending && (
        <SkeletonRegion>
          <Skeleton height={72} />
        </SkeletonRegion>
      )}
      {found && <FoundProblems checks={found} />}
      <MoveFields
        asksReason={asked}
        reason={reason}
        missing={tried && asked === 'required' && !reason.trim()}
        onReason={setReason}
        name={move === 'purge' ? course.name : undefined}
        typed={typed}
        onType={setTyped}
      />
    </FormDialog>
  );
}

function FoundProblems({ checks }: { checks: CourseChecks }) {
  const texts = useTexts();
  const format = useFormat();
  const { move: words } = texts.course;
  const lines = [...linesOf(checks, texts), ...missingWords(checks.counts, { texts, format })];
  if (lines.length === 0) return <p role="status">{words.noProblems}</p>;
  return (
    <Banner tone="warning" label={words.problems}>
      {words.problems}
      <ul className="course-problem-list">
        {lines.map((line) => (
          <li key={line}>{line}</li>
        ))}
      </ul>
    </Banner>
  );
}

/** Problems of the course and its chapters, one line each. */
function linesOf({ course, chapters }: CourseChecks, texts: Texts): string[] {
  const { courseProblems, chapterProblems } = texts.course;
  return [
    ...course.map((problem) => courseProblems[problem]),
    ...chapters.flatMap(({ number, title, problems }) =>
      problems.map((problem) => labelled(`${number} ${title}`, chapterProblems[problem])),
    ),
  ];
}

type MoveFieldsProps = {
  asksReason: string | undefined;
  reason: string;
  missing: boolean;
  onReason: (reason: string) => void;
  /** The name to type as confirmation. */
  name: string | undefined;
  typed: string;
  onType: (text: string) => void;
};

function MoveFields({ asksReason, reason, missing, onReason, name, typed, onType }: MoveFieldsProps) {
  const { move: words } = useTexts().course;
  return (
    <>
      {asksReason && (
        <TextareaField
          label={asksReason === 'required' ? words.reason : words.optionalReason}
          hint={words.reasonHint}
          error={missing ? words.reasonNeeded : undefined}
          value={reason}
          maxLength={1000}
          rows={2}
          data-first-focus
          onChange={onReason}
        />
      )}
      {name !== undefined && (
        <TextField
          label={fillText(words.type, { name })}
          value={typed}
          autoComplete="off"
          spellCheck={false}
          data-first-focus
          onChange={onType}
        />
      )}
    </>
  );
}
