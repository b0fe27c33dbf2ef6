import { useEffect, useState } from 'react';
import type { TextWork } from './model/text-work.ts';

/** What is made of a text follows when its writer pauses. */
const pauseMs = 600;

/** Something that is made of all lines, for what stands beside them; the same again as long as it says the same. */
export function useSettledLines<Value>(work: TextWork, read: (lines: TextWork['state']) => Value): Value {
  const [value, setValue] = useState(() => read(work.state));
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const look = () => {
      const next = read(work.state);
      setValue((known) => (JSON.stringify(known) === JSON.stringify(next) ? known : next));
    };
    look();
    const stop = work.state.subscribe(() => {
      clearTimeout(timer);
      timer = setTimeout(look, pauseMs);
    });
    return () => {
      stop();
      clearTimeout(timer);
    };
  }, [work, read]);
  return value;
}
