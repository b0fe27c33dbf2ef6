export const themeIcons = { light: 'sun', dark: 'moon', system: 'monitor' } as const;
export const densityIcons = { comfortable: 'rowsWide', compact: 'rows' } as const;
