/** Pixels of the columns that stand before and after those with data. */
export const choiceWidth = 40;
export const menuWidth = 46;
