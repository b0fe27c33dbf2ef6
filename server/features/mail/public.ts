export { isReachable } from './mail.repository.ts';
export type { MailServerService } from './mail-server.service.ts';
export type { MailFigure, SystemMail } from './system-mail.ts';
