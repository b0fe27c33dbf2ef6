import { useSyncExternalStore } from 'react';
import { boxStyle } from '../../../components/viewers/turn-back.ts';
import type { Box } from '../../../components/viewers/viewer-link.ts';
import { typeText } from '../../../components/workbench/model/edits.ts';
import type { TextWork } from '../../../components/workbench/model/text-work.ts';
import { useTexts } from '../../../lib/i18n/use-texts.ts';

type Props = { work: TextWork; lineKey: number; box: Box; readOnly: boolean; onNext: () => void; onLeave: () => void };

/** A line edited where it stands on the picture; the text beside it is the same one. */
export function BoxEditor({ work, lineKey, box, readOnly, onNext, onLeave }: Props) {
  const { textWork } = useTexts();
  const line = useSyncExternalStore(work.state.subscribe, () => work.lineOf(lineKey));
  if (!line) return null;
  const { left, top, width } = boxStyle([box[0], box[1] + box[3], box[2], 0]);
  return (
    <div className="box-editor" style={{ left, top, width }}>
      <input
        // biome-ignore lint/a11y/noAutofocus: somebody has just asked for it with a double click
        autoFocus
        aria-label={textWork.boxText}
        value={line.text}
        readOnly={readOnly}
        onChange={({ target }) => {
          const caret = { from: target.selectionStart ?? 0, to: target.selectionEnd ?? 0 };
          typeText(work, lineKey, target.value, caret, Date.now());
        }}
        onBlur={onLeave}
        onKeyDown={(event) => {
          if (event.nativeEvent.isComposing) return;
          if (event.key === 'Enter') onNext();
          else if (event.key === 'Escape') onLeave();
          else return;
          event.preventDefault();
        }}
      />
    </div>
  );
}
