import { listNotifications, readNotifications } from '@lectern/contract/features/notification.ts';
import type { EndpointRegistry } from '../../platform/http/endpoint-registry.ts';
import type { NotificationService } from './notification.service.ts';

export function registerNotifications(registry: EndpointRegistry, notifications: NotificationService): void {
  registry.handle(listNotifications, ({ query }, { principal }) =>
    notifications.list(principal.userId, { after: query.after, unreadOnly: query.unreadOnly, size: query.size }),
  );
  registry.handle(readNotifications, ({ body }, { principal }) => notifications.read(principal.userId, body.ids));
}
