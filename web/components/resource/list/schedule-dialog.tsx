import { useState } from 'react';
import { useCurrentUser } from '../../../lib/current-user.tsx';
import { fillText, useTexts } from '../../../lib/i18n/use-texts.ts';
import { fromZonedInput, toZonedInput } from '../../../lib/zoned-time.ts';
import { Button } from '../../button.tsx';
import { TextField } from '../../text-field.tsx';
import { QuestionDialog } from './question-dialog.tsx';
import type { ResourceTarget } from './resource-dialog.ts';
import { useResourceStart, useWhat } from './use-resource-start.ts';

/** When resources go public and offline by themselves, by the platform's clock. */
export function ScheduleDialog({ target }: { target: ResourceTarget }) {
  const { resourceDeeds } = useTexts();
  const words = resourceDeeds.schedule;
  const { timeZone } = useCurrentUser();
  const what = useWhat(target);
  const inputOf = (at: string | null | undefined) => (at ? toZonedInput(at, timeZone) : '');
  const [publish, setPublish] = useState(inputOf(target.row?.publishAt));
  const [offline, setOffline] = useState(inputOf(target.row?.offlineAt));
  const [tried, setTried] = useState(false);
  const { busy, start } = useResourceStart('schedule', target);
  const publishAt = fromZonedInput(publish, timeZone);
  const offlineAt = fromZonedInput(offline, timeZone);
  const isOver = (at: string | null) => at !== null && Date.parse(at) <= Date.now();
  const isBackwards = publishAt !== null && offlineAt !== null && offlineAt <= publishAt;
  const isFine = !isOver(publishAt) && !isOver(offlineAt) && !isBackwards;
  const clear = () => {
    setPublish('');
    setOffline('');
  };
  return (
    <QuestionDialog
      title={fillText(words.title, { what })}
      submitLabel={words.save}
      busy={busy}
      onSubmit={() => {
        setTried(true);
        if (isFine) void start({ publishAt, offlineAt });
      }}
      extra={
        (publish || offline) && (
          <Button look="quiet" className="dialog-foot-start" onClick={clear}>
            {words.clear}
          </Button>
        )
      }
    >
      <p>{fillText(words.text, { zone: timeZone })}</p>
      <div className="resource-form">
        <TextField
          label={words.publishAt}
          type="datetime-local"
          value={publish}
          error={tried && isOver(publishAt) ? words.over : undefined}
          data-first-focus
          onChange={setPublish}
        />
        <TextField
          label={words.offlineAt}
          type="datetime-local"
          value={offline}
          error={tried ? (isOver(offlineAt) ? words.over : isBackwards ? words.backwards : undefined) : undefined}
          onChange={setOffline}
        />
      </div>
    </QuestionDialog>
  );
}
