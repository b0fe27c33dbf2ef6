import { resourceLanguages } from '@lectern/contract/features/resource.ts';
import { checkCues } from '@lectern/contract/subtitle/check-cues.ts';
import { readSubtitles } from '@lectern/contract/subtitle/read-subtitles.ts';
import { decodeText } from '@lectern/contract/text-encoding/decode-text.ts';
import { detectLanguage } from '../../engines/language/detect-language.ts';
import { AppError } from '../../platform/app-error.ts';

/** What a file holds, whatever it is encoded in. */
export function readSubtitleFile(bytes: Uint8Array) {
  if (bytes.length === 0) throw new AppError('fileEmpty');
  const decoded = decodeText(bytes);
  if (!decoded) throw new AppError('unknownEncoding');
  const { format, cues, errors } = readSubtitles(decoded.text);
  const told = detectLanguage(cues.map((cue) => cue.text).join('\n'))?.language;
  const language = resourceLanguages.find((known) => known === told) ?? null;
  return { format, encoding: decoded.charset, cues, errors, problems: checkCues(cues), language };
}
