/** 65000 → 1:05 */
export function clock(milliseconds: number): string {
  const seconds = Math.floor(milliseconds / 1000);
  const [hours, minutes] = [Math.floor(seconds / 3600), Math.floor((seconds % 3600) / 60)];
  const rest = String(seconds % 60).padStart(2, '0');
  return hours > 0 ? `${hours}:${String(minutes).padStart(2, '0')}:${rest}` : `${minutes}:${rest}`;
}

/** 0:12 – 1:05; a missing start becomes 0:00, a missing end “end”. */
export function partOf({ startMs, endMs }: { startMs: number | null; endMs: number | null }): string | undefined {
  if (startMs === null && endMs === null) return undefined;
  return `${clock(startMs ?? 0)} – ${endMs === null ? 'end' : clock(endMs)}`;
}

export const kindWords = { document: 'Document', video: 'Video', audio: 'Audio', image: 'Image' } as const;

const licences: Record<string, string> = {
  own: 'Own work',
  all_rights_reserved: 'All rights reserved',
  public_domain: 'Public domain',
  permission: 'By permission',
};

/** cc_by_sa → CC BY-SA */
export function licenceName(licence: string): string {
  return licences[licence] ?? licence.toUpperCase().replace('_', ' ').replaceAll('_', '-');
}

export function megabytes(bytes: number): string {
  return bytes < 1e6 ? `${Math.max(1, Math.round(bytes / 1e3))} KB` : `${(bytes / 1e6).toFixed(1)} MB`;
}

export function languageName(code: string): string {
  try {
    return new Intl.DisplayNames(['en'], { type: 'language' }).of(code) ?? code;
  } catch {
    return code;
  }
}
