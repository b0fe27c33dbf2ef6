export { isReachable } from './mail-scope.ts';
export type { MailServerService } from './mail-server.service.ts';
export type { MailFigure, SystemMail } from './system-mail.ts';
