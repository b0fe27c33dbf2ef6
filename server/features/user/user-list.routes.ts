import { exportUsers, listUsers, type UserRow } from '@lectern/contract/features/user.ts';
import type { ListPage } from '@lectern/contract/list/define-list.ts';
import type { EndpointRegistry } from '../../platform/http/endpoint-registry.ts';
import type { ListExporter } from '../../platform/list/list-exporter.ts';
import type { ListReader } from '../../platform/list/list-reader.ts';
import { userListSource } from './user-list.source.ts';

export function registerUserList(registry: EndpointRegistry, reader: ListReader, exporter: ListExporter): void {
  registry.handle(
    listUsers,
    async ({ query }, { principal }) => (await reader.page(userListSource, query, principal)) as ListPage<UserRow>,
  );
  registry.handleStream(exportUsers, ({ query }, context, { reply }) =>
    exporter.answer(userListSource, query, context, reply),
  );
}
