import { getSetup, hideSetup, type SetupStep, setupSteps } from '@lectern/contract/features/setup.ts';
import type { PagePath } from '@lectern/contract/routes.ts';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { AppLink } from '../../components/app-link.tsx';
import { Button } from '../../components/button.tsx';
import { Card } from '../../components/card.tsx';
import { Icon } from '../../components/icon.tsx';
import { call } from '../../lib/api-client.ts';
import { useFormat } from '../../lib/format.ts';
import { fillText, useTexts } from '../../lib/i18n/use-texts.ts';
import { initialState } from '../../lib/initial-state.ts';
import { useLiveEvents } from '../../lib/live-events.ts';
import { notify } from '../../lib/notifications.ts';
import { queryOf } from '../../lib/queries.ts';
import './setup-checklist.css';

/** Where each step is done; the links' texts have the same order. */
const pagesOf = {
  organisation: ['/app/system/subject', '/app/system/department'],
  people: ['/app/system/systemAdmin'],
  mail: ['/app/system/settings'],
  upload: ['/app/resource/library'],
  publication: ['/app/resource/info'],
} as const satisfies Record<SetupStep, readonly PagePath[]>;

/** The first steps of a new installation, ticked from what exists. Gone for good once all are done or it is hidden. */
export function SetupChecklist() {
  const { setup } = useTexts();
  const format = useFormat();
  const client = useQueryClient();
  const options = queryOf(getSetup, {}, { quiet: true });
  const { data } = useQuery({ ...options, refetchOnMount: 'always' });
  const refresh = () => void client.invalidateQueries({ queryKey: options.queryKey });
  useLiveEvents('resource', refresh);
  useLiveEvents('upload', refresh);
  const left = data && setupSteps.filter((step) => !data.done[step]).length;
  useEffect(() => {
    if (left === 0) void hide(true);
  }, [left]);
  // It only helps, so a failure to load is not worth a message.
  if (!data || left === 0) return null;
  const progress = { done: format.number(setupSteps.length - (left ?? 0)), count: format.number(setupSteps.length) };
  const dismiss = () => {
    void hide(true);
    notify({ level: 'success', title: setup.hidden, action: { label: setup.undo, run: () => void hide(false) } });
  };
  return (
    <Card
      title={setup.title}
      className="setup"
      aside={
        <>
          <span>{fillText(setup.progress, progress)}</span>
          <Button size="small" look="quiet" onClick={dismiss}>
            {setup.hide}
          </Button>
        </>
      }
    >
      <ol className="setup-steps">
        {setupSteps.map((step) => (
          <Step key={step} step={step} done={data.done[step]} />
        ))}
      </ol>
    </Card>
  );
}

function Step({ step, done }: { step: SetupStep; done: boolean }) {
  const { setup } = useTexts();
  const { title, text, links } = setup.steps[step];
  return (
    <li data-done={done || undefined}>
      {done ? <Icon name="doneFilled" /> : <span className="setup-open" />}
      <div>
        <strong>{title}</strong>
        <span className="visually-hidden">{done ? setup.done : setup.open}</span>
        {!done && <p>{text}</p>}
        {!done && (
          <div className="setup-links">
            {pagesOf[step].map((page, at) => (
              <AppLink key={page} to={page}>
                {links[at]}
              </AppLink>
            ))}
          </div>
        )}
      </div>
    </li>
  );
}

/** Undo calls this after the checklist is gone, so it can't be the component's own mutation. */
async function hide(setupHidden: boolean): Promise<void> {
  try {
    await call(hideSetup, { body: { hidden: setupHidden } });
  } catch {
    // The shared failure handler reports the error.
    return;
  }
  initialState.update((state) => (state.user ? { ...state, user: { ...state.user, setupHidden } } : state));
}
