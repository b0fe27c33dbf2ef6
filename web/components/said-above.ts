import { createContext } from 'react';

/** Whether the page says already, above its parts, why they could not be loaded. */
export const SaidAbove = createContext(false);
