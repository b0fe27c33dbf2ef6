/** Both languages, because the dictionary itself may have failed to load. */
const startFailureTexts = {
  lines: [
    'Lectern couldn’t be loaded. You may be offline, or there’s a new version.',
    'Lectern 加载失败。网络可能已断开，或有新版本发布。',
  ],
  reload: 'Reload · 重新加载',
};

/** Shown when the app itself failed to load, so it uses plain DOM. */
export function showStartFailure(root: HTMLElement): void {
  const panel = document.createElement('section');
  panel.className = 'notice-page';
  panel.setAttribute('role', 'alert');
  for (const text of startFailureTexts.lines) {
    const line = document.createElement('p');
    line.textContent = text;
    panel.append(line);
  }
  const button = document.createElement('button');
  button.className = 'action action-primary';
  button.textContent = startFailureTexts.reload;
  button.addEventListener('click', () => window.location.reload());
  panel.append(button);
  root.replaceChildren(panel);
}
