export const applicationDatabase = 'lectern';
export const applicationRole = 'lectern';

export function socketUrl(target: { socketDirectory: string; database: string; role: string }): string {
  return `postgresql://${target.role}@/${target.database}?host=${encodeURIComponent(target.socketDirectory)}`;
}
