import { useEffect, useState } from 'react';
import { flushSync } from 'react-dom';
import { useMedia } from './use-media.ts';

/** Whether the page is being printed. The browser takes its picture right after `beforeprint`, so React must not wait. */
export function usePrinting(): boolean {
  const [printing, setPrinting] = useState(false);
  const onPaper = useMedia('print');
  useEffect(() => {
    const begin = () => flushSync(() => setPrinting(true));
    const end = () => setPrinting(false);
    window.addEventListener('beforeprint', begin);
    window.addEventListener('afterprint', end);
    return () => {
      window.removeEventListener('beforeprint', begin);
      window.removeEventListener('afterprint', end);
    };
  }, []);
  return printing || onPaper;
}
