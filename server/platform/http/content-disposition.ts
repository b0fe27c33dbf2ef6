/** Sends the name twice: an ASCII fallback for old clients and the full name, percent-encoded, for all others. */
export function disposition(kind: 'inline' | 'attachment', name: string): string {
  const plain =
    name
      .normalize('NFKD')
      .replace(/[^\x20-\x7e]/g, '')
      .replace(/["\\/;%]/g, '_')
      .trim() || 'file';
  const full = encodeURIComponent(name.toWellFormed().replace(/[\p{Cc}/\\]/gu, '_')).replace(
    /['()*!]/g,
    (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`,
  );
  return `${kind}; filename="${plain}"; filename*=UTF-8''${full}`;
}
