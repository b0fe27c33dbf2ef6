export { NotificationService } from './notification.service.ts';
