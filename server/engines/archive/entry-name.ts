import yauzl, { type Entry } from 'yauzl';

const utf8Flag = 1 << 11;
const upperHalf =
  'ÇüéâäàåçêëèïîìÄÅÉæÆôöòûùÿÖÜ¢£¥₧ƒáíóúñÑªº¿⌐¬½¼¡«»░▒▓│┤╡╢╖╕╣║╗╝╜╛┐└┴┬├─┼╞╟╚╔╩╦╠═╬╧╨╤╥╙╘╒╓╫╪┘┌█▄▌▐▀αßΓπΣσµτΦΘΩδ∞φε∩≡±≥≤⌠⌡÷≈°∙·√ⁿ²■\u00a0';

/** Archives seldom say how names are written: UTF-8 where it can be, then Chinese, then what DOS had. */
export function entryName(entry: Entry): string {
  const bytes = entry.fileNameRaw;
  const unicode = yauzl.getFileNameLowLevel(entry.generalPurposeBitFlag, bytes, entry.extraFields, false);
  // The directory itself says that it is UTF-8, or carries the name once more as UTF-8.
  if (entry.generalPurposeBitFlag & utf8Flag || entry.extraFields.some((field) => field.id === 0x7075)) return unicode;
  return decodeName(bytes);
}

export function decodeName(bytes: Uint8Array): string {
  return decoded(bytes, 'utf-8') ?? chinese(bytes) ?? dos(bytes);
}

function decoded(bytes: Uint8Array, encoding: string): string | undefined {
  try {
    return new TextDecoder(encoding, { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    return undefined;
  }
}

/** Nearly any two bytes are some Chinese character: it counts only where all are signs or common characters. */
function chinese(bytes: Uint8Array): string | undefined {
  for (let at = 0; at < bytes.length; at += 1) {
    const lead = bytes[at] ?? 0;
    if (lead < 0x80) continue;
    const common = (lead >= 0xb0 && lead <= 0xd7) || (lead >= 0xa1 && lead <= 0xa3);
    at += 1;
    if (!common || (bytes[at] ?? 0) < 0xa1) return undefined;
  }
  return decoded(bytes, 'gb18030');
}

function dos(bytes: Uint8Array): string {
  return Array.from(bytes, (byte) => (byte < 128 ? String.fromCharCode(byte) : (upperHalf[byte - 128] ?? '?'))).join(
    '',
  );
}
