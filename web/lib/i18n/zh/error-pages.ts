import type { ErrorPagesTexts } from '../en/error-pages.ts';

export const errorPages: ErrorPagesTexts = {
  forbidden: {
    title: '您无权打开此页面',
    titleNamed: '您无权打开“{page}”',
    missingPermission: '您的权限组未开放 {path}。',
    missingAbility: '此页面仅限{role}及以上角色；您是{ownRole}。',
    unknownPage: '您打开的链接指向一个您的角色或权限组不允许的页面。',
    ask: '申请访问',
    why: '为什么不能打开？',
    asking: '正在申请…',
    note: '您需要它做什么？（可不填）',
    send: '发送申请',
    cancel: '取消',
    asked: '已于{when}申请。有权批准的人已收到任务，结果会通知您。',
    askedAgain: '您已于{when}申请过。有权批准的人已收到任务。',
    nowAllowed: '您现在可以打开此页面了。',
    open: '打开',
  },
  notFound: {
    title: '没有这个页面',
    text: 'Lectern 中没有地址 {path}。',
    textBare: 'Lectern 中没有您要找的地址。',
    moved: '可能是地址输入有误，或链接来自其他系统。已删除的内容在其列表的回收站中。',
    similar: '您是否在找以下页面？',
  },
  back: '返回',
  search: '搜索',
};
