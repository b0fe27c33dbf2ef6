import { describe, expect, it } from 'vitest';
import { detectLanguage } from './detect-language.ts';

const samples: Record<string, string> = {
  en: 'The light that plants take in is turned into sugar, and the oxygen that is left over goes out into the air.',
  zh: '植物把吸收的光能转化为糖分，多余的氧气则排放到空气中。',
  de: 'Das Licht, das die Pflanzen aufnehmen, wird in Zucker umgewandelt, und der Sauerstoff geht in die Luft über.',
  fr: 'La lumière que les plantes absorbent est transformée en sucre, et l’oxygène qui reste est rejeté dans l’air.',
  es: 'La luz que absorben las plantas se transforma en azúcar, y el oxígeno que sobra se libera en el aire.',
  ru: 'Свет, который поглощают растения, превращается в сахар, а кислород выделяется в воздух.',
  ja: '植物が吸収した光は糖に変えられ、余った酸素は空気中に放出されます。',
  ko: '식물이 흡수한 빛은 당으로 바뀌고 남은 산소는 공기 중으로 나옵니다.',
  ar: 'يتحول الضوء الذي تمتصه النباتات إلى سكر ويخرج الأكسجين إلى الهواء.',
};

describe('the language of a text', () => {
  it.each(Object.entries(samples))('detects a sentence in %s', (language, text) => {
    const found = detectLanguage(text);
    expect(found?.language).toBe(language);
    expect(found?.confidence).toBeGreaterThan(0.4);
  });

  it('detects one Chinese phrase without punctuation', () => {
    expect(detectLanguage('光合作用')).toEqual({ language: 'zh', confidence: 1 });
  });

  it('takes Chinese with some English terms for Chinese, and is less sure', () => {
    const found = detectLanguage('本节介绍 HTTP 协议与 TLS 握手的基本过程');
    expect(found?.language).toBe('zh');
    expect(found?.confidence).toBeLessThan(1);
  });

  it('folds full-width letters', () => {
    expect(detectLanguage('Ｔｈｉｓ ｉｓ ｔｈｅ ｅｎｄ ｏｆ ｔｈｅ ｂｏｏｋ')?.language).toBe('en');
  });

  it.each(['', '   ', '12 345', '— … !', 'ok', '你好', '🙂🙂🙂', 'Xyzzy Plugh Qwrk Zzyx'])(
    'detects nothing in too little text: %j',
    (text) => {
      expect(detectLanguage(text)).toBeNull();
    },
  );

  it('is less sure of a list of names than of a sentence', () => {
    const names = detectLanguage('Anna Berger, Tom Keller, Lea Vogt and Max Frei at the Institute');
    expect(names?.confidence ?? 0).toBeLessThan(detectLanguage(samples.en ?? '')?.confidence ?? 0);
  });

  it('looks at the first pages of a text of many megabytes only', () => {
    const text = `${samples.fr} `.repeat(200) + 'the '.repeat(2_000_000);
    expect(detectLanguage(text)?.language).toBe('fr');
  });
});
