import { type ChapterView, chapterDetailEndpoints } from '@lectern/contract/features/chapter.ts';
import { ActivityTab } from '../../../components/detail/activity-tab.tsx';
import { useCourseWords } from '../course-words.ts';

type Props = { chapter: ChapterView; onReverted: () => void };

/** Activity of the chapter, with Revert. */
export function ChapterActivity({ chapter, onReverted }: Props) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: the panel around it scrolls and may contain nothing focusable
    <div className="course-panel course-pad" tabIndex={0}>
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
