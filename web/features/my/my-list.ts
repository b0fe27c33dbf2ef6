import { exportMyResources, listMyResources, myResourceList } from '@lectern/contract/features/resource.ts';
import { resourceListDefinition } from '../../components/resource/list/resource-list-definition.ts';
import { MyAside } from './my-aside.tsx';
import { MyUpload } from './my-upload.tsx';
import { NothingOfMine } from './nothing-of-mine.tsx';

export const myListView = resourceListDefinition({
  list: myResourceList,
  endpoint: listMyResources,
  exportEndpoint: exportMyResources,
  icon: 'home',
  HeaderEnd: MyUpload,
  Aside: MyAside,
  FirstEmpty: NothingOfMine,
});
