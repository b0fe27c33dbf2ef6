import type { ResourceChangeTexts } from '../en/resource-change.ts';

export const resourceChange: ResourceChangeTexts = {
  offlineTime: '已到定时下线的时间。',
  licenceEnded: '许可已于 {day} 到期。',
  notPublished: {
    notReady: '资源当时尚未就绪。',
    fieldsMissing: '以下字段未填写：{fields}。',
    notReviewed: '资源尚未通过审核。',
    summaryOutOfDate: '资源的摘要已过时，请先重新生成摘要或取消发布摘要。',
    matches: '资源中的敏感词命中尚未审核。',
    masks: '遮盖后的文件尚未生成。',
  },
  imageEdits: { rotated: '旋转 {degrees}°', cropped: '裁剪', gpsRemoved: '移除位置信息' },
  imageEditSeparator: '，',
};
