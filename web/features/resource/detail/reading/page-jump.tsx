import { useState } from 'react';
import { useFormat } from '../../../../lib/format.ts';
import { fillText, useTexts } from '../../../../lib/i18n/use-texts.ts';

/** The text of another page: a number and Enter. */
export function PageJump({ count, onGo }: { count: number; onGo: (page: number) => void }) {
  const { reading } = useTexts();
  const format = useFormat();
  const [typed, setTyped] = useState('');
  return (
    <form
      className="reading-jump"
      onSubmit={(event) => {
        event.preventDefault();
        const page = Number(typed);
        if (Number.isInteger(page) && page >= 1 && page <= count) onGo(page);
        else setTyped('');
      }}
    >
      <input
        className="field-input"
        inputMode="numeric"
        aria-label={reading.goToPage}
        title={reading.goToPage}
        placeholder="1"
        value={typed}
        onChange={(event) => setTyped(event.target.value)}
      />
      <span>{fillText(reading.ofPages, { count: format.number(count) })}</span>
    </form>
  );
}
