import type { Language, Words } from '../language.ts';

/** What activities are about, by the name they have there. */
const objectWords = {
  user: { en: 'User', zh: '用户' },
  session: { en: 'Session', zh: '会话' },
  permissionGroup: { en: 'Permission group', zh: '权限组' },
  college: { en: 'College', zh: '学院' },
  department: { en: 'Department', zh: '部门' },
  position: { en: 'Position', zh: '岗位' },
  page: { en: 'Page', zh: '页面' },
  task: { en: 'To-do', zh: '待办' },
  mail: { en: 'E-mail', zh: '邮件' },
  mailTemplate: { en: 'Mail template', zh: '邮件模板' },
  resource: { en: 'Resource', zh: '资源' },
  library: { en: 'Library', zh: '资源库' },
  folder: { en: 'Folder', zh: '文件夹' },
  column: { en: 'Column', zh: '栏目' },
  tag: { en: 'Tag', zh: '标签' },
  subject: { en: 'Subject', zh: '学科' },
  course: { en: 'Course', zh: '课程' },
  chapter: { en: 'Chapter', zh: '章节' },
  favourite: { en: 'Favourite', zh: '收藏' },
  review: { en: 'Review', zh: '审核' },
  sensitiveWord: { en: 'Sensitive word', zh: '敏感词' },
  sensitivePack: { en: 'Word pack', zh: '词包' },
  rescan: { en: 'Rescan', zh: '重新扫描' },
  subtitle: { en: 'Subtitles', zh: '字幕' },
  summary: { en: 'Summary', zh: '摘要' },
  reading: { en: 'Text', zh: '文本' },
  glossary: { en: 'Glossary term', zh: '术语' },
  listView: { en: 'Saved view', zh: '已存视图' },
  operation: { en: 'Operation', zh: '批量操作' },
  import: { en: 'Import', zh: '导入' },
  job: { en: 'Job', zh: '任务' },
  queue: { en: 'Queue', zh: '队列' },
  settings: { en: 'Settings', zh: '设置' },
  audit: { en: 'Audit', zh: '审计' },
  recommendation: { en: 'Recommendation', zh: '推荐' },
  apiKey: { en: 'API key', zh: 'API 密钥' },
} as const satisfies Record<string, Words>;

export type AuditObject = keyof typeof objectWords;
export const auditObjects = Object.keys(objectWords) as [AuditObject, ...AuditObject[]];

/** Actions of these begin with another word than the object's. */
const areaWords: Record<string, Words> = {
  auth: { en: 'Sign-in', zh: '登录' },
  twoFactor: { en: 'Second factor', zh: '两步验证' },
  profile: { en: 'Profile', zh: '个人资料' },
  health: { en: 'Health', zh: '运行状况' },
  accessRequest: { en: 'Access request', zh: '访问申请' },
  work: { en: 'Machine work', zh: '机器处理' },
  signOn: { en: 'Single sign-on', zh: '统一登录' },
  personalData: { en: 'Personal data', zh: '个人数据' },
  viewAs: { en: 'View as', zh: '以他人身份查看' },
  taskRule: { en: 'Rule for to-dos', zh: '待办规则' },
};

const verbWords: Record<string, Words> = {
  finished: { en: 'finished', zh: '完成' },
  optedIn: { en: 'wants notices by mail', zh: '接收邮件通知' },
  optedOut: { en: 'wants no notices by mail', zh: '不接收邮件通知' },
  retried: { en: 'tried again', zh: '重试' },
  tested: { en: 'sent as a test', zh: '测试发送' },
  notificationsChanged: { en: 'notifications changed', zh: '修改通知方式' },
  unchecked: { en: 'no longer checked', zh: '取消核对' },
  declined: { en: 'declined', zh: '不采用' },
  edited: { en: 'edited', zh: '编辑' },
  made: { en: 'made', zh: '生成' },
  closedByRule: { en: 'closed by its state', zh: '由状态关闭' },
  commentRemoved: { en: 'comment taken back', zh: '撤回评论' },
  routed: { en: 'routes changed', zh: '修改分派' },
  created: { en: 'created', zh: '新建' },
  updated: { en: 'changed', zh: '修改' },
  changed: { en: 'changed', zh: '修改' },
  deleted: { en: 'deleted', zh: '删除' },
  renamed: { en: 'renamed', zh: '重命名' },
  moved: { en: 'moved', zh: '移动' },
  merged: { en: 'merged', zh: '合并' },
  placed: { en: 'put in its place', zh: '调整位置' },
  reordered: { en: 'put in order', zh: '调整顺序' },
  copied: { en: 'copied', zh: '复制' },
  enabled: { en: 'turned on', zh: '启用' },
  disabled: { en: 'turned off', zh: '停用' },
  allowed: { en: 'allowed', zh: '允许' },
  forbidden: { en: 'forbidden', zh: '禁止' },
  roleSet: { en: 'role set', zh: '设置角色' },
  departmentSet: { en: 'department set', zh: '设置部门' },
  positionSet: { en: 'position set', zh: '设置岗位' },
  changeUndone: { en: 'change undone', zh: '撤销更改' },
  undone: { en: 'undone', zh: '已撤销' },
  passwordReset: { en: 'password reset', zh: '重置密码' },
  passwordChanged: { en: 'password changed', zh: '修改密码' },
  sessionEnded: { en: 'session ended', zh: '结束会话' },
  sessionRevoked: { en: 'session ended', zh: '结束会话' },
  loggedOut: { en: 'logged out everywhere', zh: '强制退出' },
  unlocked: { en: 'unlocked', zh: '解锁' },
  handedOn: { en: 'handed on', zh: '移交' },
  handingOnUndone: { en: 'handing on undone', zh: '撤销移交' },
  left: { en: 'left', zh: '离职' },
  signedIn: { en: 'signed in', zh: '登录成功' },
  signedOut: { en: 'logged out', zh: '退出' },
  refreshTokenReused: { en: 'login used twice, ended', zh: '登录被重复使用，已结束' },
  secondFactorRefused: { en: 'wrong second factor', zh: '两步验证码错误' },
  recoveryCodesRenewed: { en: 'recovery codes renewed', zh: '更新恢复码' },
  linked: { en: 'linked', zh: '关联' },
  unlinked: { en: 'unlinked', zh: '解除关联' },
  refused: { en: 'refused', zh: '拒绝' },
  asked: { en: 'asked', zh: '申请' },
  granted: { en: 'granted', zh: '同意' },
  supportBundleAsked: { en: 'support bundle asked', zh: '申请诊断包' },
  supportBundleDownloaded: { en: 'support bundle downloaded', zh: '下载诊断包' },
  uploaded: { en: 'file uploaded', zh: '上传文件' },
  started: { en: 'started', zh: '开始' },
  cancelled: { en: 'cancelled', zh: '取消' },
  submitted: { en: 'submitted', zh: '提交' },
  published: { en: 'published', zh: '发布' },
  withdrawn: { en: 'withdrawn', zh: '撤回' },
  notPublished: { en: 'could not be published', zh: '未能发布' },
  queuePaused: { en: 'queue paused', zh: '暂停队列' },
  queueResumed: { en: 'queue resumed', zh: '恢复队列' },
  unpublished: { en: 'unpublished', zh: '撤回' },
  rejected: { en: 'rejected', zh: '驳回' },
  returned: { en: 'returned', zh: '退回' },
  takenOffline: { en: 'taken offline', zh: '下线' },
  trashed: { en: 'put in the trash', zh: '移入回收站' },
  restored: { en: 'restored', zh: '恢复' },
  purged: { en: 'deleted for good', zh: '彻底删除' },
  blocked: { en: 'blocked', zh: '屏蔽' },
  unblocked: { en: 'unblocked', zh: '解除屏蔽' },
  noteAdded: { en: 'note added', zh: '添加备注' },
  noteChanged: { en: 'note changed', zh: '修改备注' },
  noteRemoved: { en: 'note removed', zh: '删除备注' },
  fileReplaced: { en: 'file replaced', zh: '替换文件' },
  versionRestored: { en: 'version restored', zh: '恢复版本' },
  versionDescribed: { en: 'version described', zh: '版本说明' },
  duplicatesKept: { en: 'duplicates kept', zh: '保留重复项' },
  scheduled: { en: 'scheduled', zh: '定时' },
  claimed: { en: 'claimed', zh: '领取' },
  released: { en: 'released', zh: '释放' },
  claimUndone: { en: 'claim undone', zh: '撤销领取' },
  decided: { en: 'decided', zh: '决定' },
  decisionUndone: { en: 'decision undone', zh: '撤销决定' },
  cleared: { en: 'cleared', zh: '放行' },
  masked: { en: 'masked', zh: '遮盖' },
  maskedAgain: { en: 'masked again', zh: '重新遮盖' },
  maskFailed: { en: 'masking failed', zh: '遮盖失败' },
  escalated: { en: 'escalated', zh: '上报' },
  revealed: { en: 'original looked at', zh: '查看原件' },
  coverSet: { en: 'cover set', zh: '设置封面' },
  cut: { en: 'cut', zh: '切分' },
  offered: { en: 'offered', zh: '提供' },
  adopted: { en: 'adopted', zh: '采用' },
  approved: { en: 'approved', zh: '通过' },
  reopened: { en: 'reopened', zh: '重新打开' },
  run: { en: 'run', zh: '运行' },
  checked: { en: 'checked', zh: '已检查' },
  prioritised: { en: 'given priority', zh: '提高优先级' },
  paused: { en: 'paused', zh: '暂停' },
  resumed: { en: 'resumed', zh: '继续' },
  membersChanged: { en: 'members changed', zh: '修改成员' },
  rulesSaved: { en: 'rules saved', zh: '保存规则' },
  memberAdded: { en: 'member added', zh: '添加成员' },
  memberRemoved: { en: 'member removed', zh: '移除成员' },
  begun: { en: 'begun', zh: '开始' },
  began: { en: 'begun', zh: '开始' },
  downloaded: { en: 'file downloaded', zh: '下载文件' },
  saved: { en: 'saved', zh: '保存' },
  ended: { en: 'ended', zh: '结束' },
  sent: { en: 'sent', zh: '发送' },
  assigned: { en: 'assigned', zh: '指派' },
  snoozed: { en: 'snoozed', zh: '稍后提醒' },
  commented: { en: 'commented', zh: '评论' },
  done: { en: 'done', zh: '完成' },
  exported: { en: 'exported', zh: '导出' },
  erased: { en: 'erased', zh: '抹除' },
  expired: { en: 'old entries removed', zh: '清除过期记录' },
};

export function objectWord(type: string, language: Language): string {
  return wordsOf(objectWords, type)?.[language] ?? wordsOf(areaWords, type)?.[language] ?? spelt(type);
}

/** “User: created”. An action that nobody has found words for is spelt as it is called. */
export function actionWords(action: string, language: Language): string {
  const [area = '', verb = ''] = action.split('.', 2);
  const deed = wordsOf(verbWords, verb)?.[language] ?? spelt(verb).toLowerCase();
  return `${objectWord(area, language)}${language === 'zh' ? '：' : ': '}${deed}`;
}

/** Whether an action is meant by what somebody typed: by its name, or by its words in either language. */
export function isActionMeant(action: string, typed: string): boolean {
  const wanted = typed.trim().toLowerCase();
  const names = [action, actionWords(action, 'en'), actionWords(action, 'zh')];
  return names.some((name) => name.toLowerCase().includes(wanted));
}

/** `changeUndone` as “Change undone”. */
function spelt(name: string): string {
  const words = name.replace(/(?<=[a-z0-9])(?=[A-Z])/g, ' ').toLowerCase();
  return words.charAt(0).toUpperCase() + words.slice(1);
}

function wordsOf(words: Readonly<Record<string, Words>>, name: string): Words | undefined {
  return Object.hasOwn(words, name) ? words[name] : undefined;
}
