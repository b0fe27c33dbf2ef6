import { useEffect, useState } from 'react';
import { type Cue, readCues } from './cues.ts';
import { mediaAddress, type Subtitle } from './portal.ts';
import { clock, languageName } from './words.ts';

type Props = { subtitles: Subtitle[]; atMs: number; onChoose: (ms: number) => void };

/** Lists the subtitles next to the player; clicking a line seeks to it. */
export function SubtitleLines({ subtitles, atMs, onChoose }: Props) {
  const readable = subtitles.filter(({ media }) => media);
  const [chosen, setChosen] = useState<string>();
  const one = readable.find(({ id }) => id === chosen) ?? readable.find(({ isDefault }) => isDefault) ?? readable[0];
  const address = mediaAddress(one?.media);
  const [lines, setLines] = useState<Cue[]>([]);
  useEffect(() => {
    if (!address) return;
    const leaving = new AbortController();
    fetch(address, { signal: leaving.signal })
      .then((response) => (response.ok ? response.text() : ''))
      .then((text) => setLines(readCues(text)))
      .catch(() => undefined);
    return () => leaving.abort();
  }, [address]);
  if (!one) return null;
  return (
    <section className="lines" aria-label="Subtitles">
      <h2>Transcript</h2>
      {readable.length > 1 && (
        <ul className="chips" style={{ padding: '0 16px 10px' }}>
          {readable.map((subtitle) => (
            <li key={subtitle.id}>
              <button type="button" aria-pressed={subtitle.id === one.id} onClick={() => setChosen(subtitle.id)}>
                {subtitle.label || languageName(subtitle.language)}
              </button>
            </li>
          ))}
        </ul>
      )}
      <ol lang={one.language}>
        {lines.map((line) => (
          <li key={`${line.startMs} ${line.text}`}>
            <button
              type="button"
              className="line"
              aria-current={atMs >= line.startMs && atMs < line.endMs ? 'true' : undefined}
              onClick={() => onChoose(line.startMs)}
            >
              <time>{clock(line.startMs)}</time>
              {line.text}
            </button>
          </li>
        ))}
      </ol>
    </section>
  );
}
