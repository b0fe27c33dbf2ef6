import type { ErrorPagesTexts } from '../../en/app/error-pages.ts';

export const errorPages: ErrorPagesTexts = {
  forbidden: {
    title: '您无权访问此页面',
    titleNamed: '您无权访问“{page}”',
    missingPermission: '您的角色和权限组没有此页面的访问权限。',
    missingAbility: '此页面仅对{role}及以上角色开放，您的角色：{ownRole}。',
    unknownPage: '您的角色和权限组没有此页面的访问权限。',
    ask: '申请访问',
    why: '查看我的权限',
    asking: '正在提交…',
    note: '申请理由（选填）',
    send: '提交申请',
    cancel: '取消',
    asked: '已申请访问（{when}），处理结果会通知您。',
    askedAgain: '您已申请访问（{when}），处理结果会通知您。',
    nowAllowed: '您现在可以打开此页面',
    open: '打开页面',
  },
  notFound: {
    title: '页面不存在',
    text: '页面 {path} 不存在。',
    textBare: '此地址没有对应的页面。',
    moved: '请检查地址是否有误。如果内容已被删除，请到相应列表的回收站查找。',
    similar: '您是否在找以下页面？',
  },
  back: '返回',
  search: '搜索',
};
