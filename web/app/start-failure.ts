import { startFailureTexts } from '../lib/i18n/start-failure-texts.ts';

/** Shown when the app itself failed to load, so it uses plain DOM and both languages. */
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
