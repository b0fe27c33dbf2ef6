import type { SetupTexts } from '../en/setup.ts';

export const setup: SetupTexts = {
  title: '开始使用 Lectern',
  progress: '已完成 {done}/{count}',
  hide: '隐藏',
  hidden: '清单已隐藏',
  undo: '撤销',
  done: '已完成',
  open: '未完成',
  steps: {
    organisation: { title: '组织架构', text: '添加学院和第一个部门。', links: ['学院管理', '部门管理'] },
    people: { title: '人员', text: '新建账号，或批量导入。', links: ['用户管理'] },
    mail: { title: '邮件服务器', text: '用于发送邀请和邮件通知。', links: ['设置'] },
    upload: { title: '首次上传', text: '上传文档、视频、音频或图片。', links: ['资源库'] },
    publication: { title: '首次发布', text: '将资源发布到网站。', links: ['全部资源'] },
  },
};
