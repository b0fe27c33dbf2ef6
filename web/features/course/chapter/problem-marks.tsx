import type { ResourceProblem } from '@lectern/contract/features/course-check.ts';
import { hidingProblems } from '@lectern/contract/features/course-check.ts';
import { resourceProblemWords } from '@lectern/contract/features/course-words.ts';
import { inLanguage } from '../../../lib/i18n/in-language.ts';
import './problem-marks.css';

const hiding: readonly ResourceProblem[] = hidingProblems;

/** What is wrong with a resource, in words; what keeps learners from it stands out. */
export function ProblemMarks({ problems }: { problems: readonly ResourceProblem[] }) {
  const words = inLanguage(resourceProblemWords);
  if (problems.length === 0) return null;
  return (
    <ul className="problem-marks">
      {problems.map((problem) => (
        <li key={problem} data-tone={hiding.includes(problem) || problem === 'failed' ? 'bad' : 'warn'}>
          {words[problem]}
        </li>
      ))}
    </ul>
  );
}
