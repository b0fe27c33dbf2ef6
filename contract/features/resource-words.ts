import type { Words } from '../language.ts';
import type { licences, visibilities } from './resource.ts';
import type { ResourceKind, ResourceState } from './resource-state.ts';

/** What kinds, states, licences and audiences are called, on screen and in files. */

export const resourceKindWords: Record<ResourceKind, Words> = {
  document: { en: 'Document', zh: '文档' },
  video: { en: 'Video', zh: '视频' },
  audio: { en: 'Audio', zh: '音频' },
  image: { en: 'Image', zh: '图片' },
};

export const resourceStateWords: Record<ResourceState, Words> = {
  draft: { en: 'Draft', zh: '草稿' },
  processing: { en: 'Processing', zh: '处理中' },
  ready: { en: 'Ready', zh: '就绪' },
  in_review: { en: 'In review', zh: '审核中' },
  rejected: { en: 'Rejected', zh: '已退回' },
  published: { en: 'Published', zh: '已发布' },
  offline: { en: 'Offline', zh: '已下线' },
  blocked: { en: 'Blocked', zh: '已封禁' },
  trashed: { en: 'In the trash', zh: '回收站' },
  purged: { en: 'Deleted for good', zh: '已永久删除' },
};

export const licenceWords: Record<(typeof licences)[number], Words> = {
  own: { en: 'Own work', zh: '自有作品' },
  all_rights_reserved: { en: 'All rights reserved', zh: '保留所有权利' },
  cc0: { en: 'CC0', zh: 'CC0' },
  cc_by: { en: 'CC BY', zh: 'CC BY' },
  cc_by_sa: { en: 'CC BY-SA', zh: 'CC BY-SA' },
  cc_by_nc: { en: 'CC BY-NC', zh: 'CC BY-NC' },
  cc_by_nc_sa: { en: 'CC BY-NC-SA', zh: 'CC BY-NC-SA' },
  cc_by_nd: { en: 'CC BY-ND', zh: 'CC BY-ND' },
  cc_by_nc_nd: { en: 'CC BY-NC-ND', zh: 'CC BY-NC-ND' },
  public_domain: { en: 'Public domain', zh: '公有领域' },
  permission: { en: 'By permission', zh: '经许可使用' },
};

export const visibilityWords: Record<(typeof visibilities)[number], Words> = {
  everyone: { en: 'Everyone', zh: '所有人' },
  campus: { en: 'Campus only', zh: '仅校内' },
  department: { en: 'Department', zh: '本部门' },
  owner: { en: 'Owner only', zh: '仅所有者' },
};
