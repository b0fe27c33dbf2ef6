import { type FormEvent, useEffect, useRef, useState } from 'react';
import { PortalError, post } from './portal.ts';
import { reader } from './reader-events.ts';

const reasons = {
  broken: 'Doesn’t open or play',
  wrong: 'Wrong',
  offensive: 'Offensive',
  rights: 'Infringes someone’s rights',
  private: 'Private information',
  other: 'Something else',
};

type Props = { resourceId: string; positionMs: number | undefined; onClose: () => void };

/** Sends a reader's problem report to the reviewers. */
export function ReportDialog({ resourceId, positionMs, onClose }: Props) {
  const dialog = useRef<HTMLDialogElement>(null);
  const [reason, setReason] = useState('broken');
  const [note, setNote] = useState('');
  const [state, setState] = useState<'open' | 'sending' | 'sent' | string>('open');
  useEffect(() => dialog.current?.showModal(), []);
  const send = async (event: FormEvent) => {
    event.preventDefault();
    if (state === 'sending') return;
    setState('sending');
    try {
      await post(`/resources/${resourceId}/reports`, { reason, note, reader, ...(positionMs ? { positionMs } : {}) });
      setState('sent');
    } catch (error) {
      setState(
        error instanceof PortalError && error.status === 409
          ? 'You’ve already reported this.'
          : 'Couldn’t send the report. Try again.',
      );
    }
  };
  return (
    <dialog ref={dialog} onClose={onClose} aria-labelledby="report-title">
      <form onSubmit={send}>
        <h2 id="report-title">Report this resource</h2>
        {state === 'sent' ? (
          <output>Thank you. Reviewers will look at your report.</output>
        ) : (
          <>
            <label>
              What’s wrong?
              <select value={reason} onChange={(event) => setReason(event.target.value)}>
                {Object.entries(reasons).map(([value, text]) => (
                  <option key={value} value={value}>
                    {text}
                  </option>
                ))}
              </select>
            </label>
            <label>
              Details (optional)
              <textarea rows={4} maxLength={2000} value={note} onChange={(event) => setNote(event.target.value)} />
            </label>
            {state !== 'open' && state !== 'sending' && <output className="problem">{state}</output>}
          </>
        )}
        <div className="actions">
          <button type="button" onClick={onClose}>
            {state === 'sent' ? 'Close' : 'Cancel'}
          </button>
          {state !== 'sent' && (
            <button type="submit" className="button-main" aria-disabled={state === 'sending'}>
              Send
            </button>
          )}
        </div>
      </form>
    </dialog>
  );
}
