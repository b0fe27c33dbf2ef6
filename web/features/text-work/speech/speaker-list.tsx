import { renameSpeaker, type Speaker, speakersIn } from '../../../components/workbench/model/line-deeds.ts';
import type { TextWork } from '../../../components/workbench/model/text-work.ts';
import { useSettledLines } from '../../../components/workbench/use-settled-lines.ts';
import { useWorkbench } from '../../../components/workbench/workbench-context.ts';
import { useFormat } from '../../../lib/format.ts';
import { fillText, useTexts } from '../../../lib/i18n/use-texts.ts';

const speakersOf = (state: TextWork['state']) => speakersIn(state.get().lines);

export function useSpeakers(work: TextWork): readonly Speaker[] {
  return useSettledLines(work, speakersOf);
}

/** Everybody who was named. A name that is changed here changes wherever they speak. */
export function SpeakerList({ speakers }: { speakers: readonly Speaker[] }) {
  const { work, readOnly } = useWorkbench();
  const { textWork } = useTexts();
  const { number } = useFormat();
  const { speech } = textWork;
  if (speakers.length === 0) return <p className="speech-none">{speech.noSpeakers}</p>;
  return (
    <ul className="speech-list">
      {speakers.map(({ name, lines }) => (
        <li key={name}>
          <input
            className="field-input"
            defaultValue={name}
            maxLength={80}
            readOnly={readOnly}
            aria-label={fillText(speech.renameSpeaker, { name })}
            onBlur={({ target }) => {
              if (!renameSpeaker(work, name, target.value)) target.value = name;
            }}
            onKeyDown={(event) => {
              if (event.key === 'Enter' && !event.nativeEvent.isComposing) event.currentTarget.blur();
            }}
          />
          <small>{fillText(lines === 1 ? speech.oneLine : speech.lines, { count: number(lines) })}</small>
        </li>
      ))}
    </ul>
  );
}
