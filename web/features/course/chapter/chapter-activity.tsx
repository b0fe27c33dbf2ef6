import { type ChapterView, chapterDetailEndpoints } from '@lectern/contract/features/chapter.ts';
import { ActivityTab } from '../../../components/detail/activity-tab.tsx';
import { useCourseWords } from '../course-words.ts';

type Props = { chapter: ChapterView; onReverted: () => void };

/** What was done to the chapter, by whom, and the way back. */
export function ChapterActivity({ chapter, onReverted }: Props) {
  return (
    <div className="course-panel course-pad">
      <ActivityTab
        calls={chapterDetailEndpoints}
        id={chapter.id}
        version={chapter.version}
        words={useCourseWords()}
        current={chapter}
        onReverted={onReverted}
      />
    </div>
  );
}
