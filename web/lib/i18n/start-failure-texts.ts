/** In both languages at once, because the dictionary itself may be what is missing. */
export const startFailureTexts = {
  lines: [
    'Lectern couldn’t be loaded. You may be offline, or there’s a new version.',
    'Lectern 加载失败。网络可能已断开，或有新版本发布。',
  ],
  reload: 'Reload · 重新加载',
};
