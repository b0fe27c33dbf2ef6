/** One of the values that a filter declares, with its name. */
export type Option = { value: string; label: string };
