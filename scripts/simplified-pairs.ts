import { Converter } from 'opencc-js/t2cn';

/**
 * One character to one character, both of one code unit, so that offsets stay. Several traditional characters may have the same simplified
 * one (乾, 幹 and 干); characters whose simplified form lies beyond the first plane stay as they are.
 */
export function simplifiedPairs(): { traditional: string; simplified: string } {
  const convert = Converter({ from: 't', to: 'cn' });
  let traditional = '';
  let simplified = '';
  for (let code = 0x3400; code < 0xa000; code += 1) {
    const character = String.fromCharCode(code);
    let plain = convert(character);
    // Folding twice must give what folding once gives.
    for (let next = convert(plain); next !== plain && next.length === 1; next = convert(plain)) plain = next;
    if (plain.length !== 1 || plain === character) continue;
    traditional += character;
    simplified += plain;
  }
  return { traditional, simplified };
}
