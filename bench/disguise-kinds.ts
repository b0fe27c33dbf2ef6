/**
 * A way to disguise a word. `disguise` returns undefined for words it doesn't apply to, such as those in another
 * script.
 */
export type DisguiseKind = {
  name: string;
  sample: string;
  disguise: (word: string) => string | undefined;
  /** Text placed directly after the word. */
  behind?: string;
  /** Text placed directly before and after the word, instead of a sentence. */
  around?: readonly [string, string];
};

const isChinese = (word: string) => /\p{Script=Han}/u.test(word);
const isLatin = (word: string) => /^[a-z]+$/.test(word);
const latin = (change: (word: string) => string) => (word: string) =>
  isLatin(word) && word.length > 2 ? change(word) : undefined;
const both = (change: (word: string) => string) => (word: string) =>
  (isLatin(word) && word.length > 2) || (/^\p{Script=Han}+$/u.test(word) && [...word].length > 1)
    ? change(word)
    : undefined;
/**
 * Three letters with punctuation between them may be innocent, so short words are skipped: see the section on short
 * words.
 */
const parted = (sign: string, fewest = 4) => {
  const part = both((word) => [...word].join(sign));
  return (word: string) => (isLatin(word) && word.length < fewest ? undefined : part(word));
};
const longer = (change: (word: string) => string) => (word: string) =>
  isLatin(word) && word.length > 3 ? change(word) : undefined;
const chinese = (change: (word: string) => string) => (word: string) =>
  /^\p{Script=Han}{2,}$/u.test(word) ? change(word) : undefined;
/**
 * Lists and multiple-choice answers also contain single letters, so the word needs a letter that isn't an answer
 * (a–e).
 */
const inCells = (change: (word: string) => string) => (word: string) =>
  isLatin(word) && word.length > 3 && !/^[a-e]+$/.test(word) ? change(word) : chinese(change)(word);
const each = (before: string, behind: string, between = '') =>
  inCells((word) => [...word].map((one) => `${before}${one}${behind}`).join(between));
const shifted = (first: number) => (word: string) =>
  word.replace(/[a-z]/g, (letter) => String.fromCodePoint(first + letter.charCodeAt(0) - 97));
const replaced = (pairs: Record<string, string>) => (word: string) =>
  word.replace(/./gsu, (character) => pairs[character] ?? character);

const leetDigits = replaced({ a: '4', e: '3', i: '1', o: '0', s: '5', t: '7' });
const leetSigns = replaced({ a: '@', s: '$', i: '!' });
const cyrillic = replaced({ a: 'а', e: 'е', o: 'о', p: 'р', c: 'с', x: 'х', y: 'у' });
const moreCyrillic = replaced({ n: 'и', r: 'я', w: 'ш', u: 'ц', k: 'к', m: 'м', t: 'т', b: 'ь', h: 'н' });
const greek = replaced({
  a: 'α',
  e: 'ε',
  i: 'ι',
  n: 'η',
  s: 'σ',
  o: 'ο',
  k: 'κ',
  u: 'υ',
  t: 'τ',
  p: 'ρ',
  x: 'χ',
  w: 'ω',
});
const secondGreek = replaced({ l: 'ι', h: 'η', m: 'μ' });
const cherokee = replaced(
  Object.fromEntries(
    [...'DRTiYAJEWMHGhZbVSLCPKdB'].map((letter, at) => [
      letter.toLowerCase(),
      [...'ᎠᎡᎢᎥᎩᎪᎫᎬᎳᎷᎻᏀᏂᏃᏏᏙᏚᏞᏟᏢᏦᏧᏴ'][at] ?? letter,
    ]),
  ),
);
const keycaps = replaced({ a: '4\ufe0f\u20e3', e: '3\ufe0f\u20e3', o: '0\ufe0f\u20e3', t: '7\ufe0f\u20e3' });
const circledDigits = replaced({ a: '④', e: '③', i: '①', s: '⑤', t: '⑦' });
const squared = replaced({ a: '🅰\ufe0f', b: '🅱\ufe0f', o: '🅾\ufe0f', p: '🅿\ufe0f' });
const japanese = replaced({
  冰: '氷',
  弹: '弾',
  药: '薬',
  卖: '売',
  实: '実',
  发: '発',
  乐: '楽',
  恶: '悪',
  气: '気',
  欢: '歓',
  黑: '黒',
  儿: '児',
  团: '団',
  兽: '獣',
  鸡: '鶏',
  总: '総',
  关: '関',
  处: '処',
  压: '圧',
  应: '応',
  变: '変',
  对: '対',
  广: '広',
  专: '専',
  单: '単',
});
const formalNumerals = replaced({
  一: '壹',
  二: '贰',
  三: '叁',
  四: '肆',
  五: '伍',
  六: '陆',
  七: '柒',
  八: '捌',
  九: '玖',
  十: '拾',
});
const circledNumerals = replaced({ 一: '①', 二: '②', 三: '③', 四: '④', 五: '⑤', 六: '⑥', 七: '⑦', 八: '⑧', 九: '⑨' });
const turns = ['-', '.', '_', '*'];
const smallCapitals = replaced(
  Object.fromEntries(
    [...'abcdefghijklmnoprstuvwyz'].map((letter, at) => [letter, [...'ᴀʙᴄᴅᴇꜰɢʜɪᴊᴋʟᴍɴᴏᴘʀꜱᴛᴜᴠᴡʏᴢ'][at] ?? letter]),
  ),
);

/** Skips disguises that leave the word unchanged. */
const changed = (change: (word: string) => string | undefined) => (word: string) => {
  const disguised = change(word);
  return disguised === word ? undefined : disguised;
};
/** The matcher reads digits as letters only if at least two letters remain (see the decision on the matcher). */
const keepsTwoLetters = (change: (word: string) => string | undefined) => (word: string) => {
  const disguised = change(word);
  return disguised !== undefined && (disguised.match(/[a-z]/g) ?? []).length >= 2 && /^[^!].*[^!]$/.test(disguised)
    ? disguised
    : undefined;
};

const withDigits = (part: (word: string) => string) => (word: string) => {
  const disguised = latin(leetDigits)(word);
  return disguised === undefined || disguised === word || word.length < 4 ? undefined : part(disguised);
};
const toFullWidth = (text: string) =>
  text.replace(/[!-~]/g, (character) => String.fromCharCode(character.charCodeAt(0) + 0xfee0));
/** With fewer letters it could be a road, chip or page number; and neither end may be a part made of digits only. */
const keepsThreeLetters =
  (change: (word: string) => string | undefined, then = (text: string) => text) =>
  (word: string) => {
    const disguised = change(word);
    const isRead =
      disguised !== undefined &&
      (disguised.match(/[a-z]/g) ?? []).length >= 3 &&
      /^\d*[a-z]/.test(disguised) &&
      !/^\d+[-.]|[-.]\d+$/.test(disguised);
    return isRead ? then(disguised) : undefined;
  };

/**
 * Look-alike letters are recognised by the Latin letters next to them; without any, it is a word in the other script.
 */
const keepsALetter = (change: (word: string) => string | undefined) => (word: string) => {
  const disguised = change(word);
  return disguised !== undefined && /[a-z]/.test(disguised) ? disguised : undefined;
};

/** `toTraditional` inverts the table the product uses to fold traditional to simplified characters. */
export function disguiseKinds(toTraditional: (word: string) => string): DisguiseKind[] {
  const kinds: DisguiseKind[] = [
    { name: 'capitals', sample: 'TEACHER', disguise: latin((word) => word.toUpperCase()) },
    { name: 'full width', sample: 'ｔｅａｃｈｅｒ', disguise: latin(shifted(0xff41)) },
    {
      name: 'traditional',
      sample: '老師',
      disguise: changed((word) => (isChinese(word) ? toTraditional(word) : undefined)),
    },
    {
      name: 'line break',
      sample: '老↵师',
      disguise: (word) =>
        isChinese(word) ? both((all) => `${[...all][0]}\n${[...all].slice(1).join('')}`)(word) : undefined,
    },
    ...['.', '-', '*', '_', ' ', '~', '·', '🙂'].map((sign) => ({
      name: `separated by ${sign === ' ' ? 'spaces' : sign}`,
      sample: [...'老师'].join(sign),
      disguise: parted(sign, sign === '🙂' ? 3 : 4),
    })),
    {
      name: 'separated by -, as a file name',
      sample: 't-e-a-c-h-e-r.pdf',
      disguise: longer((word) => [...word].join('-')),
      behind: '.pdf',
    },
    {
      name: 'separated by ., as a file name',
      sample: 't.e.a.c.h.e.r.pdf',
      disguise: longer((word) => [...word].join('.')),
      behind: '.pdf',
    },
    {
      name: 'hyphen between parts',
      sample: 'tea-cher',
      disguise: (word) => (isLatin(word) && word.length > 5 ? word.replace(/^(.{3,}?)(?=.{3,5}$)/, '$1-') : undefined),
    },
    {
      name: 'underscore for spaces',
      sample: 'new_teacher',
      disguise: (word) => (/^[a-z]+( [a-z]+)+$/.test(word) ? word.replaceAll(' ', '_') : undefined),
      behind: '.jpg',
    },
    { name: 'zero-width space', sample: 't​eacher', disguise: parted('\u200b', 3) },
    { name: 'soft hyphen', sample: 't­eacher', disguise: parted('\u00ad', 3) },
    {
      name: 'struck through',
      sample: 't̶e̶a̶c̶h̶e̶r̶',
      disguise: both((word) => [...word].map((letter) => `${letter}\u0336`).join('')),
    },
    { name: 'digits for letters', sample: 't34ch3r', disguise: keepsTwoLetters(changed(latin(leetDigits))) },
    ...['-', '.'].map((sign) => ({
      name: `separated by ${sign} in places, with digits`,
      sample: `t${sign}3${sign}4ch3r`,
      disguise: keepsThreeLetters(withDigits((word) => [word[0], word[1], word.slice(2)].join(sign))),
    })),
    {
      name: 'in two parts, with digits',
      sample: 'te-4ch3r',
      disguise: keepsThreeLetters(withDigits((word) => `${word.slice(0, 2)}-${word.slice(2)}`)),
    },
    {
      name: 'full width, separated, with digits',
      sample: 'ｔ－３－４ｃｈ３ｒ',
      disguise: keepsThreeLetters(
        withDigits((word) => [word[0], word[1], word.slice(2)].join('-')),
        toFullWidth,
      ),
    },
    ...['-', '＊', '\u3000'].map((sign) => ({
      name: `traditional, separated by ${sign === '\u3000' ? 'a wide space' : sign}`,
      sample: `老${sign}師`,
      disguise: (word: string) => {
        const traditional = isChinese(word) ? toTraditional(word) : word;
        return traditional === word ? undefined : both((all) => [...all].join(sign))(traditional);
      },
    })),
    { name: 'signs for letters', sample: 'te@cher', disguise: keepsTwoLetters(changed(latin(leetSigns))) },
    {
      name: 'letters repeated',
      sample: 'teaaacher',
      disguise: changed(latin((word) => word.replace(/^(.)([^l1])(?!\2)/, '$1$2$2$2'))),
    },
    {
      name: 'every letter doubled',
      sample: 'tteeaacchheerr',
      disguise: latin((word) => (/(.)\1/.test(word) ? word : [...word].map((letter) => letter + letter).join(''))),
    },
    {
      name: 'character repeated',
      sample: '老师师师们',
      disguise: (word) =>
        isChinese(word) && [...word].length > 2 && new Set(word).size === [...word].length
          ? both((all) => [...all].map((one, at) => (at === 1 ? one.repeat(3) : one)).join(''))(word)
          : undefined,
    },
    { name: 'mathematical bold', sample: '𝐭𝐞𝐚𝐜𝐡𝐞𝐫', disguise: latin(shifted(0x1d41a)) },
    { name: 'mathematical script', sample: '𝓽𝓮𝓪𝓬𝓱𝓮𝓻', disguise: latin(shifted(0x1d4ea)) },
    { name: 'in circles', sample: 'ⓣⓔⓐⓒⓗⓔⓡ', disguise: latin(shifted(0x24d0)) },
    { name: 'white on black', sample: '🅣🅔🅐🅒🅗🅔🅡', disguise: latin(shifted(0x1f150)) },
    { name: 'small capitals', sample: 'ᴛᴇᴀᴄʜᴇʀ', disguise: changed(latin(smallCapitals)) },
    { name: 'Cyrillic look-alikes', sample: 'tеаchеr', disguise: keepsALetter(changed(latin(cyrillic))) },
    { name: 'more Cyrillic look-alikes', sample: 'теaснeя', disguise: keepsALetter(changed(latin(moreCyrillic))) },
    { name: 'Greek look-alikes', sample: 'τεαchεr', disguise: keepsALetter(changed(longer(greek))) },
    {
      name: 'Greek look-alikes, second reading',
      sample: 'schooι',
      disguise: keepsALetter(changed(longer(secondGreek))),
    },
    { name: 'dotless ı', sample: 'wrıter', disguise: changed(latin((word) => word.replaceAll('i', 'ı'))) },
    { name: 'Cherokee look-alikes', sample: 'ᎢᎬᎪᏟᏂᎬᎡ', disguise: changed(latin(cherokee)) },
    { name: 'keycaps', sample: 't3\ufe0f\u20e3acher', disguise: keepsTwoLetters(changed(latin(keycaps))) },
    { name: 'squared letters', sample: 'te🅰\ufe0fcher', disguise: changed(latin(squared)) },
    {
      name: 'digits in circles',
      sample: 't③④cher',
      disguise: keepsTwoLetters(
        changed(longer((word) => `${word[0]}${circledDigits(word.slice(1, -1))}${word.at(-1) ?? ''}`)),
      ),
    },
    {
      name: 'one Braille blank',
      sample: 'te⠀acher',
      disguise: both((word) => `${[...word][0]}\u2800${[...word].slice(1).join('')}`),
    },
    { name: 'brackets around each', sample: '(t)(e)(a)(c)(h)(e)(r)', disguise: each('(', ')') },
    { name: 'full-width brackets around each', sample: '【老】【师】', disguise: each('【', '】') },
    { name: 'quotes around each', sample: '“t” “e” “a” “c” “h” “e” “r”', disguise: each('“', '”', ' ') },
    {
      name: 'alternating separators',
      sample: 't-e.a_c*h-e.r',
      disguise: longer((word) => [...word].map((one, at) => `${at > 0 ? turns[at % 4] : ''}${one}`).join('')),
    },
    { name: 'tabs', sample: 't⇥e⇥a⇥c⇥h⇥e⇥r', disguise: inCells((word) => [...word].join('\t')), around: ['\n', '\n'] },
    {
      name: 'one letter per line',
      sample: 't↵e↵a↵c↵h↵e↵r',
      disguise: inCells((word) => [...word].join('\n')),
      around: ['\n', '\n'],
    },
    { name: 'Japanese forms', sample: '学気', disguise: changed(chinese(japanese)) },
    { name: 'formal numerals', sample: '叁年级', disguise: changed(chinese(formalNumerals)) },
    { name: 'numerals in circles', sample: '③年级', disguise: changed(chinese(circledNumerals)) },
  ];
  return kinds.map((kind) => ({ ...kind, disguise: changed(kind.disguise) }));
}
