import { useEffect, useState } from 'react';
import { dictionary } from '../../lib/i18n/language.ts';
import { uploadOrders } from '../../lib/uploads.ts';
import { realCalls } from './engine/upload-calls.ts';
import { UploadEngine } from './engine/upload-engine.ts';
import { mayBeLeft } from './left-mark.ts';

/** The queue of this person in this window; takes the orders that pages give. */
export function useUploadEngine(userId: string): UploadEngine | undefined {
  const [engine, setEngine] = useState<UploadEngine>();
  useEffect(() => {
    const made = new UploadEngine(realCalls, words);
    let over = false;
    // Whether a file goes on with an earlier upload can be told once those are known.
    const restored = mayBeLeft(userId) ? made.restore().catch(() => undefined) : Promise.resolve();
    const takeOrders = () =>
      void restored.then(() => {
        const orders = uploadOrders.get();
        if (over || orders.length === 0) return;
        uploadOrders.set([]);
        for (const order of orders) made.take(order);
      });
    const leave = uploadOrders.subscribe(takeOrders);
    takeOrders();
    setEngine(made);
    return () => {
      over = true;
      leave();
      made.dispose();
    };
  }, [userId]);
  return engine;
}

function words() {
  const texts = dictionary.get().texts?.upload;
  return { unreadable: texts?.unreadable ?? '', forgotten: texts?.forgotten ?? '', failed: texts?.failed ?? '' };
}
