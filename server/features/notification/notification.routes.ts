import {
  getDeliveryPreferences,
  listNotifications,
  readNotifications,
  updateDeliveryPreferences,
} from '@lectern/contract/features/notification.ts';
import type { EndpointRegistry } from '../../platform/http/endpoint-registry.ts';
import type { NotificationService } from './notification.service.ts';

export function registerNotifications(registry: EndpointRegistry, notifications: NotificationService): void {
  registry.handle(listNotifications, ({ query }, { principal }) =>
    notifications.list(principal.userId, { after: query.after, unreadOnly: query.unreadOnly, size: query.size }),
  );
  registry.handle(readNotifications, ({ body }, { principal }) => notifications.read(principal.userId, body.ids));
  registry.handle(getDeliveryPreferences, (_input, { principal }) => notifications.preferences(principal.userId));
  registry.handle(updateDeliveryPreferences, ({ body }, context) => notifications.choose(context, body.modes));
}
