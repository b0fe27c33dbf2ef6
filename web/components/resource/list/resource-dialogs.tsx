import { useStore } from '../../../lib/use-store.ts';
import { ChapterDialog } from './chapter-dialog.tsx';
import { ColumnDialog } from './column-dialog.tsx';
import { EditDialog } from './edit/edit-dialog.tsx';
import { MoveManyDialog } from './move-many-dialog.tsx';
import { OwnerDialog } from './owner-dialog.tsx';
import { PlaceDialog } from './place-dialog.tsx';
import { RecommendDialog } from './recommend-dialog.tsx';
import { resourceDialog } from './resource-dialog.ts';
import { ScheduleDialog } from './schedule-dialog.tsx';
import { TagsDialog } from './tags-dialog.tsx';
import { UploadDialog } from './upload-dialog.tsx';
import './resource-dialogs.css';

export function ResourceDialogs() {
  const open = useStore(resourceDialog);
  switch (open?.kind) {
    case 'move':
      return <MoveManyDialog key={open.move} move={open.move} target={open.target} />;
    case 'edit':
      return <EditDialog target={open.target} />;
    case 'tags':
      return <TagsDialog target={open.target} />;
    case 'schedule':
      return <ScheduleDialog target={open.target} />;
    case 'place':
      return <PlaceDialog action={open.action} target={open.target} />;
    case 'owner':
      return <OwnerDialog target={open.target} />;
    case 'column':
      return <ColumnDialog action={open.action} target={open.target} />;
    case 'chapter':
      return <ChapterDialog target={open.target} />;
    case 'recommend':
      return <RecommendDialog target={open.target} />;
    case 'upload':
      return <UploadDialog />;
    default:
      return null;
  }
}
