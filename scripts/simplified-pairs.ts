import { Converter } from 'opencc-js';

/** Variant characters that OpenCC doesn't list. */
const variants = '氷冰戸户呉吴娯娱姫姬舎舍殻壳値值渋涩鉱矿郷乡闘斗挙举銃铳';

/**
 * Maps one UTF-16 unit to one, so text offsets stay valid; characters whose simplified form is outside the BMP are
 * left out. Several traditional characters may share one simplified form (乾, 幹 and 干), and Japanese forms (弾) fold too
 * unless they are characters of their own in Chinese (芸, 予).
 */
export function simplifiedPairs(): { traditional: string; simplified: string } {
  const convert = Converter({ from: 't', to: 'cn' });
  const convertJapanese = Converter({ from: 'jp', to: 'cn' });
  const common = commonCharacters();
  const fold = (character: string): string => {
    const plain = convert(character);
    if (plain !== character || common.has(character)) return plain;
    return variantOf(character) ?? convertJapanese(character);
  };
  let traditional = '';
  let simplified = '';
  for (let code = 0x3400; code < 0xa000; code += 1) {
    const character = String.fromCharCode(code);
    let plain = fold(character);
    // Folding must be idempotent.
    for (let next = fold(plain); next !== plain && next.length === 1; next = fold(plain)) plain = next;
    if (plain.length !== 1 || plain === character) continue;
    traditional += character;
    simplified += plain;
  }
  return { traditional, simplified };
}

function variantOf(character: string): string | undefined {
  const at = variants.indexOf(character);
  return at >= 0 && at % 2 === 0 ? variants.charAt(at + 1) : undefined;
}

/** Simplified characters in the GB 2312 standard. */
function commonCharacters(): Set<string> {
  const decoder = new TextDecoder('gbk');
  const characters = new Set<string>();
  for (let row = 0xb0; row <= 0xf7; row += 1) {
    for (let cell = 0xa1; cell <= 0xfe; cell += 1) characters.add(decoder.decode(Uint8Array.of(row, cell)));
  }
  return characters;
}
