const formatting = /<\/?(?:i|b|u|s|c|v|font|ruby|rt|lang)(?:[\s.][^<>]*)?>|<\d+:\d[\d:.]*>|\{\\[^{}]*\}/gi;
const controls = /(?!\n)\p{Cc}/gu;
const unseen = /[\s\p{Cf}\p{Cc}\p{M}\u2800\u3164\u115f\u1160\uffa0]/gu;

/** Plain text as stored in cues: no formatting, control characters or empty lines, and single spaces between words. */
export function cleanCueText(text: string): string {
  return withoutFormatting(text.toWellFormed().replace(/\r\n?|[\u2028\u2029\u0085\v\f]/g, '\n'))
    .split('\n')
    .map((line) => line.replace(controls, ' ').replace(/\s+/g, ' ').trim())
    .filter(isSeen)
    .join('\n');
}

/** Whether the text contains any visible character. */
export function isSeen(text: string): boolean {
  return text.replace(unseen, '') !== '';
}

const mostWithin = 3;

/**
 * Removing nested tags can leave new tags behind, so this repeats; deeper nesting is never real formatting, so its
 * brackets are dropped.
 */
function withoutFormatting(text: string): string {
  let plain = text;
  for (let times = 0; times < mostWithin; times += 1) {
    const before = plain;
    plain = before.replace(formatting, '');
    if (plain === before) return plain;
  }
  return plain.replace(/[<>{}]/g, '');
}
