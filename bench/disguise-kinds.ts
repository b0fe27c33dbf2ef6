/** Ways to disguise a word. Those that make nothing of a script give nothing for its words. */
export type DisguiseKind = {
  name: string;
  sample: string;
  disguise: (word: string) => string | undefined;
  /** What stands right behind it. */
  behind?: string;
};

const isChinese = (word: string) => /\p{Script=Han}/u.test(word);
const isLatin = (word: string) => /^[a-z]+$/.test(word);
const latin = (change: (word: string) => string) => (word: string) =>
  isLatin(word) && word.length > 2 ? change(word) : undefined;
const both = (change: (word: string) => string) => (word: string) =>
  (isLatin(word) && word.length > 2) || (/^\p{Script=Han}+$/u.test(word) && [...word].length > 1)
    ? change(word)
    : undefined;
const parted = (sign: string) => both((word) => [...word].join(sign));
const shifted = (first: number) => (word: string) =>
  word.replace(/[a-z]/g, (letter) => String.fromCodePoint(first + letter.charCodeAt(0) - 97));
const replaced = (pairs: Record<string, string>) => (word: string) =>
  word.replace(/./gsu, (character) => pairs[character] ?? character);

const leetDigits = replaced({ a: '4', e: '3', i: '1', o: '0', s: '5', t: '7' });
const leetSigns = replaced({ a: '@', s: '$', i: '!' });
const cyrillic = replaced({ a: 'а', e: 'е', o: 'о', p: 'р', c: 'с', x: 'х', y: 'у' });
const smallCapitals = replaced(
  Object.fromEntries(
    [...'abcdefghijklmnoprstuvwyz'].map((letter, at) => [letter, [...'ᴀʙᴄᴅᴇꜰɢʜɪᴊᴋʟᴍɴᴏᴘʀꜱᴛᴜᴠᴡʏᴢ'][at] ?? letter]),
  ),
);

/** A disguise that changed nothing is none. */
const changed = (change: (word: string) => string | undefined) => (word: string) => {
  const disguised = change(word);
  return disguised === word ? undefined : disguised;
};
/** Numbers for letters are read where two letters are left (see the decision on the matcher). */
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
/** With fewer it may be a road, a chip or a number of a page; and no part at either end is a number alone. */
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

/** Look-alikes are told by the Latin letters beside them; without any it is a word of the other script. */
const keepsALetter = (change: (word: string) => string | undefined) => (word: string) => {
  const disguised = change(word);
  return disguised !== undefined && /[a-z]/.test(disguised) ? disguised : undefined;
};

/** Traditional forms are made from the table that the product folds by, turned round: see the check. */
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
      disguise: parted(sign),
    })),
    {
      name: 'separated, as a file is called',
      sample: 't-e-a-c-h-e-r.pdf',
      disguise: latin((word) => [...word].join('-')),
      behind: '.pdf',
    },
    {
      name: 'separated by . as a file is called',
      sample: 't.e.a.c.h.e.r.pdf',
      disguise: latin((word) => [...word].join('.')),
      behind: '.pdf',
    },
    {
      name: 'hyphen between parts',
      sample: 'tea-cher',
      disguise: (word) => (isLatin(word) && word.length > 5 ? word.replace(/^(.{3,}?)(?=.{3,5}$)/, '$1-') : undefined),
    },
    {
      name: 'underline for blanks',
      sample: 'new_teacher',
      disguise: (word) => (/^[a-z]+( [a-z]+)+$/.test(word) ? word.replaceAll(' ', '_') : undefined),
      behind: '.jpg',
    },
    { name: 'zero-width space', sample: 't​eacher', disguise: parted('\u200b') },
    { name: 'soft hyphen', sample: 't­eacher', disguise: parted('\u00ad') },
    {
      name: 'struck through',
      sample: 't̶e̶a̶c̶h̶e̶r̶',
      disguise: both((word) => [...word].map((letter) => `${letter}\u0336`).join('')),
    },
    { name: 'digits for letters', sample: 't34ch3r', disguise: keepsTwoLetters(changed(latin(leetDigits))) },
    ...['-', '.'].map((sign) => ({
      name: `parted by ${sign} here and there, with digits`,
      sample: `t${sign}3${sign}4ch3r`,
      disguise: keepsThreeLetters(withDigits((word) => [word[0], word[1], word.slice(2)].join(sign))),
    })),
    {
      name: 'in two parts, with digits',
      sample: 'te-4ch3r',
      disguise: keepsThreeLetters(withDigits((word) => `${word.slice(0, 2)}-${word.slice(2)}`)),
    },
    {
      name: 'full width, parted, with digits',
      sample: 'ｔ－３－４ｃｈ３ｒ',
      disguise: keepsThreeLetters(
        withDigits((word) => [word[0], word[1], word.slice(2)].join('-')),
        toFullWidth,
      ),
    },
    ...['-', '＊', '\u3000'].map((sign) => ({
      name: `traditional, parted by ${sign === '\u3000' ? 'a wide space' : sign}`,
      sample: `老${sign}師`,
      disguise: (word: string) => {
        const traditional = isChinese(word) ? toTraditional(word) : word;
        return traditional === word ? undefined : both((all) => [...all].join(sign))(traditional);
      },
    })),
    { name: 'signs for letters', sample: 'te@cher', disguise: keepsTwoLetters(changed(latin(leetSigns))) },
    {
      name: 'letters stretched',
      sample: 'teaaacher',
      disguise: changed(latin((word) => word.replace(/^(.)([^l1])(?!\2)/, '$1$2$2$2'))),
    },
    {
      name: 'every letter doubled',
      sample: 'tteeaacchheerr',
      disguise: latin((word) => (/(.)\1/.test(word) ? word : [...word].map((letter) => letter + letter).join(''))),
    },
    {
      name: 'character stretched',
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
  ];
  return kinds.map((kind) => ({ ...kind, disguise: changed(kind.disguise) }));
}
