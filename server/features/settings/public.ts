export type { SettingsService } from './settings.service.ts';
