const waveform = [6, 10, 16, 12, 22, 30, 18, 26, 38, 30, 44, 36, 24, 40, 28, 18, 26, 14, 20, 30, 22, 12, 16, 8, 12, 6];
const soughtBars = { from: 9, to: 14 };
const paragraphs = [
  [148, 160, 132],
  [156, 150, 164, 96],
  [160, 144, 120],
];

/**
 * Illustration: a word found in a page, a recording and a picture. Decorative, because the sentence below says the
 * same.
 */
export function LoginPicture() {
  return (
    <svg className="login-picture" viewBox="0 0 440 368" aria-hidden="true">
      <Search />
      <Page />
      <Picture />
      <Recording />
      <g className="login-picture-paths">
        <path d="M120 42C120 110 108 96 108 162" />
        <path d="M176 42C176 100 352 56 352 114" />
        <path d="M150 42C150 200 257 150 257 256" />
      </g>
    </svg>
  );
}

function Search() {
  return (
    <g transform="translate(64 8)">
      <rect className="login-picture-card" width="224" height="34" rx="17" />
      <g className="login-picture-lens">
        <circle cx="19" cy="16" r="5" />
        <path d="m23 20 3.500 3.500" />
      </g>
      <rect className="login-picture-mark" x="38" y="10" width="92" height="14" rx="3" />
      <rect className="login-picture-word" x="42" y="14" width="84" height="6" rx="3" />
    </g>
  );
}

function Page() {
  let y = 28;
  return (
    <g transform="translate(16 84)">
      <rect className="login-picture-card" width="204" height="248" rx="8" />
      <rect className="login-picture-title" x="20" y="20" width="104" height="8" rx="4" />
      {paragraphs.map((lines) => {
        y += 14;
        return lines.map((width) => {
          y += 14;
          const sought = y === 84;
          return (
            <g key={y}>
              <rect className="login-picture-line" x="20" y={y} width={width} height="6" rx="3" />
              {sought && <rect className="login-picture-mark" x="52" y={y - 4} width="80" height="14" rx="3" />}
              {sought && <rect className="login-picture-word" x="56" y={y} width="72" height="6" rx="3" />}
            </g>
          );
        });
      })}
      <text className="login-picture-note" x="184" y="234" textAnchor="end">
        7
      </text>
    </g>
  );
}

function Picture() {
  return (
    <g transform="translate(244 84)">
      <rect className="login-picture-card" width="180" height="132" rx="8" />
      <rect className="login-picture-photo" x="10" y="10" width="160" height="112" rx="4" />
      <g className="login-picture-cells">
        <circle cx="46" cy="46" r="20" />
        <circle cx="138" cy="92" r="16" />
        <circle cx="58" cy="100" r="11" />
        <ellipse cx="108" cy="52" rx="24" ry="15" transform="rotate(-14 108 52)" />
        <path d="M92 56c6-8 8 6 14-3s8 5 16-6" />
      </g>
      <rect className="login-picture-box" x="76" y="30" width="64" height="44" rx="3" />
    </g>
  );
}

function Recording() {
  return (
    <g transform="translate(148 244)">
      <rect className="login-picture-card" width="276" height="104" rx="8" />
      {waveform.map((height, index) => {
        const sought = index >= soughtBars.from && index <= soughtBars.to;
        const x = 18 + index * 9.4;
        return (
          <rect
            key={x}
            className={sought ? 'login-picture-sought' : 'login-picture-bar'}
            x={x}
            y={48 - height / 2}
            width="4"
            height={height}
            rx="2"
          />
        );
      })}
      <path className="login-picture-playhead" d="M109.300 16v66" />
      <text className="login-picture-note" x="116" y="90">
        12:41
      </text>
    </g>
  );
}
