import type { ChapterItem } from '@lectern/contract/features/chapter-item.ts';
import { hidingProblems, type ResourceProblem } from '@lectern/contract/features/course-check.ts';
import { IconButton } from '../../../components/button.tsx';
import { Icon } from '../../../components/icon.tsx';
import { ResourceLink } from '../../../components/resource/resource-link.tsx';
import { Thumbnail } from '../../../components/resource/thumbnail.tsx';
import { clock } from '../../../components/viewers/media/clock.ts';
import { fillText, useTexts } from '../../../lib/i18n/use-texts.ts';
import { writeTime } from './part-time.ts';
import './problem-marks.css';

type Props = {
  item: ChapterItem;
  editable: boolean;
  onRequired: () => void;
  onOpen: () => void;
  onRemove: () => void;
};

export function isMedia({ resource }: ChapterItem): boolean {
  return resource.kind === 'video' || resource.kind === 'audio';
}

export function ChapterItemRow({ item, editable, onRequired, onOpen, onRemove }: Props) {
  const { chapter: texts } = useTexts();
  const words = texts.items;
  const { resource } = item;
  const title = { title: resource.title };
  return (
    <>
      <div className="chapter-item-main">
        {resource.readable ? (
          <ResourceLink resource={resource} />
        ) : (
          <span className="chapter-item-shut" title={words.notReadable}>
            <Thumbnail resource={resource} />
            {resource.title || words.notReadable}
            <Icon name="lock" size={13} />
          </span>
        )}
        <div className="chapter-item-facts">
          <PartWords item={item} />
          {item.note && (
            <span className="chapter-item-note" title={item.note}>
              {item.note}
            </span>
          )}
          <ProblemMarks problems={item.problems} />
        </div>
      </div>
      {editable ? (
        <button
          type="button"
          className="chapter-required"
          aria-pressed={item.required}
          aria-label={fillText(item.required ? words.isRequired : words.isOptional, title)}
          title={words.requiredHint}
          onClick={onRequired}
        >
          {item.required ? words.required : words.optional}
        </button>
      ) : (
        <span className="chapter-item-note">{item.required ? words.required : words.optional}</span>
      )}
      {editable && (
        <div className="chapter-item-actions">
          <IconButton icon="edit" label={fillText(words.edit, title)} aria-keyshortcuts="E" onClick={onOpen} />
          <IconButton
            icon="close"
            label={fillText(words.remove, title)}
            aria-keyshortcuts="Delete"
            onClick={onRemove}
          />
        </div>
      )}
    </>
  );
}

/** The part of a recording that is used, or its full duration. */
function PartWords({ item }: { item: ChapterItem }) {
  const { part: words } = useTexts().chapter;
  const { startMs, endMs, resource } = item;
  if (!isMedia(item)) return null;
  const end = endMs ?? (resource.durationSeconds === null ? null : resource.durationSeconds * 1000);
  if (startMs === null && endMs === null)
    return resource.durationSeconds === null ? null : (
      <span className="chapter-item-part">{clock(resource.durationSeconds)}</span>
    );
  return (
    <span className="chapter-item-part" data-cut>
      {fillText(words.span, { start: writeTime(startMs ?? 0), end: end === null ? words.toEnd : writeTime(end) })}
    </span>
  );
}

const hiding: readonly ResourceProblem[] = hidingProblems;

/** Problems of a resource; those that hide it from learners stand out. */
function ProblemMarks({ problems }: { problems: readonly ResourceProblem[] }) {
  const words = useTexts().course.resourceProblems;
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
