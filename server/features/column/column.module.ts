import { columnDetailEndpoints } from '@lectern/contract/features/column.ts';
import type { Platform } from '../../platform/feature-module.ts';
import type { EndpointRegistry } from '../../platform/http/endpoint-registry.ts';
import { resourceRows } from '../resource/public.ts';
import { registerColumns } from './column.routes.ts';
import { ColumnService } from './column.service.ts';
import { ColumnContentService } from './column-content.service.ts';
import { ColumnCoverService } from './column-cover.service.ts';
import { columnMentions } from './column-references.ts';
import { ColumnRemovalService } from './column-removal.service.ts';
import { ColumnCounter, ColumnTreeService, columnDetailSource } from './column-tree.service.ts';

type Dependencies = { homeUses: ConstructorParameters<typeof ColumnRemovalService>[0]['homeUses'] };

export function columnModule({ config, db, fileStore, mentions }: Platform, { homeUses }: Dependencies) {
  const { timeZone } = config;
  const columns = new ColumnService();
  const tree = new ColumnTreeService(db, new ColumnCounter({ source: resourceRows.source, timeZone }));
  return {
    columns,
    mentions: [columnMentions],
    details: [{ endpoints: columnDetailEndpoints, source: columnDetailSource(tree) }],
    register: (registry: EndpointRegistry) =>
      registerColumns(registry, {
        tree,
        removal: new ColumnRemovalService({ db, tree, mentions, homeUses }),
        content: new ColumnContentService({ db, resources: resourceRows, columns, timeZone }),
        covers: new ColumnCoverService({ db, tree, fileStore, resources: resourceRows }),
      }),
  };
}
