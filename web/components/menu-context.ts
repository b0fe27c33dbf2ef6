import { createContext } from 'react';

/** How an entry closes the menu it stands in. */
export const MenuContext = createContext<(refocus: boolean) => void>(() => undefined);
