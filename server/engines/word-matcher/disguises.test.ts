import { describe, expect, it } from 'vitest';
import { compileWords } from './compile-words.ts';
import type { MatcherWord, TextContext } from './port.ts';

function word(text: string, rest: Partial<MatcherWord> = {}): MatcherWord {
  return {
    id: text,
    text,
    mode: 'exact',
    variants: true,
    language: null,
    sources: [],
    kinds: [],
    exceptions: [],
    ...rest,
  };
}

const listed = [
  'bad',
  'ass',
  'kill',
  'good',
  'hell',
  'sin',
  'sex',
  'cum',
  'fag',
  'dead',
  'bad apple',
  'gambling',
  'casino',
  '赌博',
  '法轮功',
  '六合彩',
  '五毛',
  '冰毒',
  '子弹',
  '卖B',
  'pen is',
  'penis',
  'xxx',
].map((text) => word(text));
const matcher = compileWords(listed);

function find(text: string, context: TextContext = {}, words = matcher): string[] {
  return words
    .find(text, context)
    .map(({ wordId, start, end, pass, variant, likelyFalse }) =>
      [
        wordId,
        text.slice(start, end),
        `${pass === 'strict' ? '=' : '~'}${likelyFalse ? '?' : ''}`,
        variant.join('+'),
      ].join(' '),
    );
}

describe('a word in disguise', () => {
  it.each([
    ['it is BAD', 'bad BAD = case'],
    ['ｂａｄ', 'bad ｂａｄ = width'],
    ['賭博', '赌博 賭博 = traditional'],
    ['打赌\n博彩', '赌博 赌\n博 = lineBreak'],
    ['k.i.l.l', 'kill k.i.l.l ~ separators'],
    ['k i l l it', 'kill k i l l ~ separators'],
    ['“k-i-l-l!”', 'kill k-i-l-l ~ separators'],
    ['k*i*l*l', 'kill k*i*l*l ~ separators'],
    ['b@a@d', 'bad b@a@d ~ separators'],
    ['k - i - l - l', 'kill k - i - l - l ~ separators'],
    ['b🙂a😀d', 'bad b🙂a😀d ~ separators'],
    ['g.o.o.d', 'good g.o.o.d ~ separators'],
    ['G-o-o-d.pdf', 'good G-o-o-d ~ case+separators'],
    ['g.o.o.d.pdf', 'good g.o.o.d ~ separators'],
    ['week1_g-o-o-d_final.docx', 'good g-o-o-d ~ separators'],
    ['gamb-ling', 'gambling gamb-ling ~ separators'],
    ['6amb-ling', 'gambling 6amb-ling ~ separators+leet'],
    ['c-4-s1no', 'casino c-4-s1no ~ separators+leet'],
    ['see_C-4-s1no_x.pdf', 'casino C-4-s1no ~ case+separators+leet'],
    ['ｃ＊４＊ｓ１ｎｏ', 'casino ｃ＊４＊ｓ１ｎｏ ~ width+separators+leet'],
    ['c-a-si-n0 k-1ll', 'casino c-a-si-n0 ~ separators+leet', 'kill k-1ll ~ separators+leet'],
    ['去法輪＊功了', '法轮功 法輪＊功 ~ traditional+separators'],
    ['a BAD_apple.png', 'bad BAD = case', 'bad apple BAD_apple ~ case+separators'],
    ['bad-apple', 'bad bad = ', 'bad apple bad-apple ~ separators'],
    ['赌 博', '赌博 赌 博 ~ separators'],
    ['去赌*博了', '赌博 赌*博 ~ separators'],
    ['赌🙂博', '赌博 赌🙂博 ~ separators'],
    ['法。轮。功', '法轮功 法。轮。功 ~ separators'],
    ['上课了，我们先看书，然后写作业，最后说一说，法，轮，功，好。', '法轮功 法，轮，功 ~ separators'],
    ['b\u200bad', 'bad b\u200bad ~ zeroWidth'],
    ['赌\u200b博', '赌博 赌\u200b博 ~ zeroWidth'],
    ['卖\u200bB', '卖B 卖\u200bB ~ zeroWidth'],
    ['b\u0336a\u0336d\u0336', 'bad b\u0336a\u0336d\u0336 ~ marks'],
    ['b\u0301a\u0301d\u0301', 'bad b\u0301a\u0301d\u0301 ~ marks'],
    ['赌\u0336博', '赌博 赌\u0336博 ~ marks'],
    ['𝐛𝐚𝐝', 'bad 𝐛𝐚𝐝 ~ letters'],
    ['ⓑⓐⓓ', 'bad ⓑⓐⓓ ~ letters'],
    ['ʙᴀᴅ', 'bad ʙᴀᴅ ~ letters'],
    ['🅱🅰🅳', 'bad 🅱🅰🅳 ~ letters'],
    ['b\u0430d', 'bad b\u0430d ~ lookalikes'],
    ['b4d', 'bad b4d ~ leet'],
    ['k1ll', 'kill k1ll ~ leet'],
    ['kil1', 'kill kil1 ~ leet'],
    ['k!ll', 'kill k!ll ~ leet'],
    ['@ss', 'ass @ss ~ leet'],
    ['a$$', 'ass a$$ ~ leet'],
    ['baaad', 'bad baaad ~ repeats'],
    ['bbaadd', 'bad bbaadd ~ repeats'],
    ['goood', 'good goood ~ repeats'],
    ['法轮轮轮功', '法轮功 法轮轮轮功 ~ repeats'],
    ['gam-\nbling', 'gambling gam-\nbling ~ lineBreak'],
    ['b4\ufe0f\u20e3d', 'bad b4\ufe0f\u20e3d ~ zeroWidth+marks+leet'],
    ['🅰\ufe0fss', 'ass 🅰\ufe0fss ~ zeroWidth+letters'],
    ['cas\u2800ino', 'casino cas\u2800ino ~ zeroWidth'],
    ['kick\u2800ass now', 'ass ass = '],
    ['ass\u2800kicker', 'ass ass = '],
    ['kıll', 'kill kıll ~ lookalikes'],
    ['kιll kiιι', 'kill kιll ~ lookalikes', 'kill kiιι ~ lookalikes'],
    ['casiηo casiиo', 'casino casiηo ~ lookalikes', 'casino casiиo ~ lookalikes'],
    ['cλσino', 'casino cλσino ~ lookalikes'],
    ['ᏟᎪsino', 'casino ᏟᎪsino ~ case+letters'],
    ['ꮶꭵꮮꮮ', 'kill ꮶꭵꮮꮮ ~ letters'],
    ['氷毒', '冰毒 氷毒 = traditional'],
    ['子弾', '子弹 子弾 = traditional'],
    ['买⑥合彩', '六合彩 ⑥合彩 ~ letters'],
    ['陆合彩', '六合彩 陆合彩 ~ letters'],
    ['陸合彩', '六合彩 陸合彩 ~ traditional+letters'],
    ['c④s①no', 'casino c④s①no ~ leet'],
    ['(k)(i)(l)(l)', 'kill k)(i)(l)(l ~ separators'],
    ['"k" "i" "l" "l"', 'kill k" "i" "l" "l ~ separators'],
    ['“赌”“博”', '赌博 赌”“博 ~ separators'],
    ['【法】【轮】【功】', '法轮功 法】【轮】【功 ~ separators'],
    ['c.a-s_i*n-o', 'casino c.a-s_i*n-o ~ separators'],
    ['k-i.l_l.pdf', 'kill k-i.l_l ~ separators'],
    ['k\ti\tl\tl', 'kill k\ti\tl\tl ~ separators'],
    ['Title\nk\ni\nl\nl\nend', 'kill k\ni\nl\nl ~ separators'],
    ['赌\t博', '赌博 赌\t博 ~ separators'],
  ])('is found in %j', (text, ...expected) => {
    expect(find(text)).toEqual(expected);
  });

  it.each([
    ['b.a.d', 'bad b.a.d ~? separators'],
    ['b a d boy', 'bad b a d ~? separators'],
    ['s-e-x', 'sex s-e-x ~? separators'],
    ['S3X', 'sex S3X ~? case+leet'],
    ['sεx', 'sex sεx ~? lookalikes'],
    ['他打赌博士会来', '赌博 赌博 =? '],
  ])('is likely false in %j', (text, ...expected) => {
    expect(find(text)).toEqual(expected);
    const skipping = compileWords(listed.map((one) => ({ ...one, ignoreLikelyFalse: true })));
    expect(find(text, {}, skipping)).toEqual([]);
  });

  it('is found as part of a word of several words', () => {
    expect(find('a B4D\napple')).toEqual(['bad B4D ~? case+leet', 'bad apple B4D\napple ~ case+leet']);
  });

  it('is found under accents and with a doubled letter where the word and the text are known to be English', () => {
    const english = compileWords([word('bad', { language: 'en' })]);
    expect(find('bád', { language: 'en' }, english)).toEqual(['bad bád ~ accents']);
    expect(find('baad', { language: 'en' }, english)).toEqual(['bad baad ~ repeats']);
    expect(find('bád baad', {}, english)).toEqual([]);
  });

  it('is left alone when its variants do not count', () => {
    const strict = compileWords([word('bad', { variants: false })]);
    expect(find('b4d b.a.d Bad', {}, strict)).toEqual(['bad Bad = case']);
  });
});

describe('innocent text', () => {
  it.each([
    'class as soon pass 55 a s 1234 as s',
    'assess, assume, glasses, bass',
    "he'll shell hello Michelle",
    'The pens. Is it? a pen.is, pen,is',
    '5in 5am p155 A55 H2O CO2',
    'a 5-in screen, A-55, B-4-D1, unit-c-4-s1no, 5-on-5, H-3-LL2, ki-11',
    'ass-\nembly and ass\u00adembly',
    'www.b.a.d.com',
    'x.b.a.d.pdf',
    'gam-bl-ing, gam_bling, gam - bling, pre-gam-bling-test, gam.bling, ga-mbling',
    'goo-d, a-s-sess, kil-l, as-s',
    'a b a d c',
    'B A D C A',
    'b, a, d and b. a. d.',
    'god',
    'b\na\nd',
    'J. R. R. Tolkien',
    'xxxx',
    '打赌，博士；打赌、博士',
    '上课\n\n下课',
    '赌（博）',
    'f(b,a,d), b+a=d, baad',
    'b\u00e0d', // an accent in a text of unknown language
    'vba die baden',
    'кар',
    'SSA and A-S-S congruence; A.S.S.; A S S',
    'x = c*u*m + 1; c·u·m',
    'Chords: F-A-G, F A G, F – A – G',
    'S3X-12, S3X/4, 7-s3x, part_S3X_9',
    '(b)(a)(d), (d)(e)(a)(d), "b" "a" "d"',
    'B\nA\nD\nC',
    'D\tE\tA\tD',
    'k\ni\nl l',
    'see k-i.l_l-x',
    '①match, as⑤ and as⁵',
    '队伍毛病',
    '他说“赌”，博士说“博”',
    'sın\u0131f',
    'λss and Δss',
  ])('has no match: %j', (text) => {
    expect(find(text)).toEqual([]);
  });
});

describe('a match', () => {
  it('needs boundaries when exact, and none when it is contained or Chinese', () => {
    const words = compileWords([word('cont', { mode: 'contains' }), word('act')]);
    expect(find('contact act 我act你', {}, words)).toEqual(['cont cont = ', 'act act = ', 'act act = ']);
    expect(find('xxc0ntxx', {}, words)).toEqual(['cont c0nt ~ leet']);
  });

  it('goes over wildcards within one word', () => {
    const words = compileWords([
      word('gr*nd', { mode: 'wildcard' }),
      word('t?p', { mode: 'wildcard' }),
      word('赌*王', { mode: 'wildcard' }),
    ]);
    expect(find('grand gr1nd gr nd regrind tip tp 赌神之王', {}, words)).toEqual([
      'gr*nd grand = ',
      'gr*nd gr1nd = ',
      't?p tip = ',
      '赌*王 赌神之王 = ',
    ]);
    expect(find('6rand', {}, words)).toEqual(['gr*nd 6rand ~ leet']);
  });

  it('does not count within an exception, disguised or not', () => {
    const words = compileWords([word('breast', { exceptions: ['breast cancer'] })]);
    expect(find('breast cancer, br3ast c4ncer, breast', {}, words)).toEqual(['breast breast = ']);
  });

  it('is none in Chinese across two words where an exception names them', () => {
    const across = compileWords([word('口交', { exceptions: ['出口交流', '路口交通'] })]);
    expect(find('进出口交流会，十字路口交通', {}, across)).toEqual([]);
    expect(find('出口交易', {}, across)).toEqual(['口交 口交 =? ']);
    const phrase = compileWords([word('breast', { exceptions: ['breast cancer'] })]);
    expect(find('breast_cancer.pdf', {}, phrase)).toEqual([]);
  });

  it('counts only in the sources, kinds and languages of its word', () => {
    const words = compileWords([word('bad', { sources: ['title'], kinds: ['video'], language: 'en' })]);
    expect(find('bad', { source: 'title', kind: 'video', language: 'zh' }, words)).toHaveLength(1);
    expect(find('bad', { source: 'speech', kind: 'video' }, words)).toEqual([]);
    expect(find('bad', { source: 'title', kind: 'audio' }, words)).toEqual([]);
    expect(find('bad', { source: 'title', language: 'de' }, words)).toEqual([]);
  });

  it('is the leftmost and longest of its word, while different words may overlap', () => {
    const words = compileWords([word('aa', { mode: 'contains' }), word('aaa', { mode: 'contains' })]);
    expect(words.find('aaaaa').map(({ wordId, start }) => `${wordId}${start}`)).toEqual(['aa0', 'aaa0', 'aa2']);
  });
});
