import type { EffectSide, PermissionEffect } from '@lectern/contract/features/permission-effect.ts';
import { useState } from 'react';
import { useFormat } from '../../lib/format.ts';
import { fillText, useTexts } from '../../lib/i18n/use-texts.ts';
import { Avatar } from '../avatar.tsx';
import { Banner } from '../banner.tsx';
import { Icon } from '../icon.tsx';
import { pageNameOf } from './page-name.ts';
import './effect-view.css';
import { joinNames } from '../../lib/i18n/punctuation.ts';

type Props = {
  effect: PermissionEffect;
  /** Whether pages may close for everybody but administrators; absent: nothing is asked. */
  accepted?: boolean;
  onAccept?: (accepted: boolean) => void;
};

/** Who gains and who loses which pages. */
export function EffectView({ effect, accepted, onAccept }: Props) {
  const texts = useTexts();
  const words = texts.permissionGroup.effect;
  return (
    <div className="effect-view">
      {effect.closed.length > 0 && onAccept && (
        <Banner tone="warning" label={words.closed}>
          {words.closed} {joinNames(effect.closed.map((path) => pageNameOf(path, texts)))}
          <label className="effect-accept">
            <input type="checkbox" checked={accepted} onChange={(event) => onAccept(event.target.checked)} />
            {words.accept}
          </label>
        </Banner>
      )}
      {effect.people === 0 ? (
        <p className="effect-nobody">{words.nobody}</p>
      ) : (
        <div className="effect-sides">
          <Side side={effect.gains} tone="gains" />
          <Side side={effect.loses} tone="loses" />
        </div>
      )}
    </div>
  );
}

/** So many people are shown before one asks for the others. */
const shownFirst = 8;

function Side({ side, tone }: { side: EffectSide; tone: 'gains' | 'loses' }) {
  const texts = useTexts();
  const format = useFormat();
  const words = texts.permissionGroup.effect;
  const [all, setAll] = useState(false);
  const title = side.people === 0 ? words[`${tone}None`] : words[tone];
  const people = all ? side.who : side.who.slice(0, shownFirst);
  const left = side.people - people.length;
  return (
    <section className={`effect-side effect-${side.people > 0 ? tone : 'none'}`}>
      <h3>
        {side.people > 0 && <Icon name={tone === 'gains' ? 'done' : 'ban'} />}
        {fillText(title, { count: format.number(side.people) })}
      </h3>
      {side.pages.length > 0 && (
        <ul className="effect-pages" aria-label={words.pages}>
          {side.pages.map(({ path, people: count }) => (
            <li key={path}>
              {pageNameOf(path, texts)} <em>{format.number(count)}</em>
            </li>
          ))}
        </ul>
      )}
      {people.length > 0 && (
        <ul className="effect-people" aria-label={words.people}>
          {people.map(({ userId, name, paths }) => (
            <li key={userId}>
              <Avatar name={name} size={20} />
              <strong>{name}</strong>
              <span>{joinNames(paths.map((path) => pageNameOf(path, texts)))}</span>
            </li>
          ))}
        </ul>
      )}
      {left > 0 &&
        (all ? (
          <p className="effect-more">{fillText(words.andMore, { count: format.number(left) })}</p>
        ) : (
          <button type="button" className="effect-more" onClick={() => setAll(true)}>
            {fillText(words.andMore, { count: format.number(left) })}
          </button>
        ))}
    </section>
  );
}
