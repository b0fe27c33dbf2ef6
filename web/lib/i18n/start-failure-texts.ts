/** In both languages at once, because the dictionary itself may be what is missing. */
export const startFailureTexts = {
  lines: [
    'Lectern could not be loaded. The connection may have been cut, or a newer version is out.',
    '无法加载 Lectern，可能是连接中断，或已发布新版本。',
  ],
  reload: 'Reload · 重新加载',
};
