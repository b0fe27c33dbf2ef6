import './key-hint.css';

const namesOnMac: Record<string, string> = { $mod: '⌘', Meta: '⌘', Alt: '⌥', Shift: '⇧', Control: '⌃' };
const names: Record<string, string> = {
  $mod: 'Ctrl',
  Control: 'Ctrl',
  Escape: 'Esc',
  ArrowUp: '↑',
  ArrowDown: '↓',
  ArrowLeft: '←',
  ArrowRight: '→',
};

function isMac(): boolean {
  return /Mac|iPhone|iPad/.test(navigator.platform);
}

/** `$mod+k` → Ctrl, K. Shift is left out for characters that need it anyway, such as ?. */
export function keyNames(keys: string, mac = isMac()): string[] {
  const parts = keys.split('+');
  const last = parts.at(-1) ?? '';
  const shown = /^[^a-z0-9]$/i.test(last) ? parts.filter((part) => part !== 'Shift') : parts;
  return shown.map((part) => {
    const known = mac ? (namesOnMac[part] ?? names[part]) : names[part];
    return known ?? (part.length === 1 ? part.toUpperCase() : part);
  });
}

/** An action's shortcut. A space separates the key presses of a sequence, as in `g h`. */
export function KeyHint({ keys }: { keys: string }) {
  return (
    <span className="key-hint" aria-hidden="true">
      {keys.split(' ').map((press) => (
        <kbd key={press}>{keyNames(press).join(' ')}</kbd>
      ))}
    </span>
  );
}
