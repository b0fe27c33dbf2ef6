import type { CourseAction } from '@lectern/contract/features/course.ts';
import { useState } from 'react';
import { useFormat } from '../../../lib/format.ts';
import { fillText, useTexts } from '../../../lib/i18n/use-texts.ts';
import { type CourseTarget, closeCourseDialog } from '../course-dialog.ts';
import { startOn } from '../list/course-actions.ts';

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
