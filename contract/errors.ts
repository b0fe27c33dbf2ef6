import type { Language } from './language.ts';

/**
 * One error, one code, one place for its statuses and its text. `{name}` in a text is filled from the
 * parameters the server gives. The HTTP status serves proxies and tools; the client follows `status`.
 */
type ErrorEntry = { http: number; status: number } & Record<Language, string>;

export const errorCatalogue = {
  wrongCredentials: { http: 401, status: 101, en: 'Account or password is wrong.', zh: '账号或密码错误。' },
  accountForbidden: {
    http: 403,
    status: 101,
    en: 'This account is forbidden. Ask an administrator to allow it again.',
    zh: '此账号已被禁用，请联系管理员重新启用。',
  },
  wrongPassword: { http: 400, status: 101, en: 'The current password is wrong.', zh: '当前密码错误。' },
  wrongCode: {
    http: 401,
    status: 101,
    en: 'This code is not right, or was used already. Wait for the next one.',
    zh: '验证码不正确或已使用过，请等待下一个验证码。',
  },
  challengeOver: {
    http: 401,
    status: 101,
    en: 'This sign-in took too long. Start again with your password.',
    zh: '此次登录已超时，请重新输入密码。',
  },
  setupOver: {
    http: 409,
    status: 409,
    en: 'This setup took too long. Start it again.',
    zh: '此次设置已超时，请重新开始。',
  },
  oneTimePasswordOver: {
    http: 403,
    status: 101,
    en: 'This one-time password is too old. Ask an administrator for a new one.',
    zh: '此一次性密码已过期，请联系管理员获取新密码。',
  },
  tooManyTries: {
    http: 429,
    status: 429,
    en: 'Too many tries. Try again at {until}.',
    zh: '尝试次数过多，请在 {until} 再试。',
  },
  noToken: { http: 401, status: 102, en: 'Please log in.', zh: '请登录。' },
  unknownToken: {
    http: 401,
    status: 103,
    en: 'This login is not known. Please log in again.',
    zh: '登录无效，请重新登录。',
  },
  expiredToken: {
    http: 401,
    status: 104,
    en: 'This login expired. Please log in again.',
    zh: '登录已过期，请重新登录。',
  },
  sessionEnded: {
    http: 401,
    status: 105,
    en: 'This session was ended elsewhere. Please log in again.',
    zh: '此会话已在别处结束，请重新登录。',
  },
  refreshRaced: {
    http: 409,
    status: 409,
    en: 'Another window has just renewed this login.',
    zh: '另一个窗口刚刚更新了登录。',
  },
  malformedRequest: {
    http: 400,
    status: 400,
    en: 'The request could not be read: {reason}.',
    zh: '无法读取请求：{reason}。',
  },
  invalidInput: {
    http: 422,
    status: 422,
    en: 'Some values are not accepted: {reason}',
    zh: '部分值不被接受：{reason}',
  },
  pageForbidden: {
    http: 403,
    status: 403,
    en: 'You may not use the page {page}.',
    zh: '您无权使用页面 {page}。',
  },
  abilityMissing: {
    http: 403,
    status: 403,
    en: 'Your role may not do this.',
    zh: '您的角色不能执行此操作。',
  },
  morePowerful: {
    http: 403,
    status: 403,
    en: 'This needs more power than your role has: a person or a role above your own.',
    zh: '涉及权限高于您的人员或角色，您不能执行此操作。',
  },
  notOneself: {
    http: 403,
    status: 403,
    en: 'Nobody does this to themselves. Ask another administrator.',
    zh: '不能对自己执行此操作，请联系其他管理员。',
  },
  lastSuperAdministrator: {
    http: 409,
    status: 409,
    en: 'This is the last allowed super administrator. Appoint another one first.',
    zh: '这是最后一位启用的超级管理员，请先任命另一位。',
  },
  outsideScope: {
    http: 403,
    status: 403,
    en: 'This department is not one of yours.',
    zh: '该部门不在您的管理范围内。',
  },
  libraryForbidden: {
    http: 403,
    status: 403,
    en: 'You may not do this in this library.',
    zh: '您不能在此资源库中执行此操作。',
  },
  libraryNotEmpty: {
    http: 409,
    status: 409,
    en: 'This library is not empty. Move or purge what is in it first; the trash counts.',
    zh: '此资源库不为空，请先移走或彻底删除其中的内容（包括回收站）。',
  },
  intoItself: {
    http: 409,
    status: 409,
    en: 'It can’t be put into itself or into something below it.',
    zh: '不能移动到自身或其下级中。',
  },
  tooDeep: {
    http: 422,
    status: 422,
    en: 'Too deep: at most {limit} levels.',
    zh: '层级过深：最多 {limit} 层。',
  },
  columnByRule: {
    http: 409,
    status: 409,
    en: 'This column takes its content by a rule. Nothing is put in or taken out by hand.',
    zh: '此栏目按规则收录内容，不能手动添加或移除。',
  },
  pagesBeyondOwn: {
    http: 403,
    status: 403,
    en: 'With this the person could open pages that you may not open yourself: {pages}.',
    zh: '这将使此人可以打开您本人无权打开的页面：{pages}。',
  },
  mustChangePassword: {
    http: 403,
    status: 403,
    en: 'Change your password first.',
    zh: '请先修改密码。',
  },
  crossOrigin: {
    http: 403,
    status: 403,
    en: 'This call is accepted from Lectern’s own pages only.',
    zh: '此调用只接受来自 Lectern 自身页面的请求。',
  },
  notFound: { http: 404, status: 404, en: 'It does not exist, or not for you.', zh: '不存在，或您无权查看。' },
  noSuchCall: { http: 404, status: 404, en: 'There is no such call: {call}.', zh: '没有这个调用：{call}。' },
  notAcceptable: { http: 406, status: 406, en: 'This format is not available.', zh: '此格式不可用。' },
  changedMeanwhile: {
    http: 409,
    status: 409,
    en: 'Someone changed it meanwhile. Reload to see the newer version.',
    zh: '期间已被他人修改，请重新加载查看新版本。',
  },
  sameRequestRunning: {
    http: 409,
    status: 409,
    en: 'The same request is still being carried out.',
    zh: '相同的请求仍在执行中。',
  },
  sameRequestDone: {
    http: 409,
    status: 409,
    en: 'This request was carried out already. Reload to see its effect.',
    zh: '此请求已执行过，请重新加载查看结果。',
  },
  idempotencyKeyReused: {
    http: 422,
    status: 422,
    en: 'This Idempotency-Key was used for another request.',
    zh: '此 Idempotency-Key 已用于另一个请求。',
  },
  undoNotPossible: {
    http: 409,
    status: 409,
    en: 'This can’t be undone: it still runs, was undone already, or its time is over.',
    zh: '无法撤销：仍在执行、已经撤销或已超过期限。',
  },
  notYours: {
    http: 403,
    status: 403,
    en: 'This resource is for others to change: its owner, or those who look after its department.',
    zh: '此资源应由其所有者或其部门的管理人员更改。',
  },
  illegalMove: {
    http: 409,
    status: 409,
    en: 'This is not possible in the state that it is in now.',
    zh: '当前状态下不能执行此操作。',
  },
  inTrash: { http: 409, status: 409, en: 'It is in the trash. Restore it first.', zh: '它在回收站中，请先还原。' },
  reviewFirst: {
    http: 409,
    status: 409,
    en: 'Somebody other than its owner must review it before it is published.',
    zh: '发布前须由所有者以外的人员审核。',
  },
  otherKind: {
    http: 415,
    status: 415,
    en: 'A new version must be of the same kind: a document stays a document.',
    zh: '新版本必须为同一类型：文档仍须是文档。',
  },
  gone: { http: 410, status: 410, en: 'It was deleted for good.', zh: '已被永久删除。' },
  tooLarge: { http: 413, status: 413, en: 'Too large: at most {limit}.', zh: '过大：最多 {limit}。' },
  notATable: {
    http: 415,
    status: 415,
    en: 'This file is no table: choose a CSV or XLSX file.',
    zh: '此文件不是表格，请选择 CSV 或 XLSX 文件。',
  },
  tableProtected: {
    http: 415,
    status: 415,
    en: 'This workbook has a password or is in the format of before 2007. Save it as XLSX without a password.',
    zh: '此工作簿有密码或为 2007 年以前的格式，请另存为无密码的 XLSX。',
  },
  tableDamaged: {
    http: 422,
    status: 422,
    en: 'This file is damaged and can’t be read. Save it again and retry.',
    zh: '此文件已损坏，无法读取，请重新保存后再试。',
  },
  tableTooLong: {
    http: 413,
    status: 413,
    en: 'Too large: at most {rows} rows and {columns} columns. Divide it into several files.',
    zh: '过大：最多 {rows} 行、{columns} 列，请拆分为多个文件。',
  },
  tableEmpty: {
    http: 422,
    status: 422,
    en: 'There is nothing in this file below its heading.',
    zh: '此文件在标题行以下没有内容。',
  },
  importNotChecked: {
    http: 409,
    status: 409,
    en: 'Check the file first; there is nothing in it to import yet.',
    zh: '请先检查文件，目前没有可导入的内容。',
  },
  importStarted: {
    http: 409,
    status: 409,
    en: 'This file was imported already. Choose it again to import it once more.',
    zh: '此文件已导入，如需再次导入请重新选择。',
  },
  nothingToRevert: {
    http: 409,
    status: 409,
    en: 'There is nothing left of this change to put back.',
    zh: '此次更改已没有可恢复的内容。',
  },
  unsupportedMediaType: {
    http: 415,
    status: 415,
    en: 'Send JSON: content type {type} is not accepted.',
    zh: '请发送 JSON：不接受内容类型 {type}。',
  },
  tooManyRequests: {
    http: 429,
    status: 429,
    en: 'Too many requests. Try again at {until}.',
    zh: '请求过多，请在 {until} 再试。',
  },
  serverError: {
    http: 500,
    status: 500,
    en: 'Something went wrong on our side. The request id helps to find it.',
    zh: '服务器出现问题，请提供请求编号以便排查。',
  },
  vendorUnreachable: {
    http: 502,
    status: 502,
    en: 'The messaging service did not answer properly. Try again, or log in with your password.',
    zh: '消息服务未正常响应，请重试或使用密码登录。',
  },
  vendorAccountUnknown: {
    http: 403,
    status: 101,
    en: 'No account here belongs to this messaging account. Ask an administrator.',
    zh: '此消息账号未关联任何账号，请联系管理员。',
  },
  vendorStateInvalid: {
    http: 400,
    status: 101,
    en: 'This sign-in attempt is no longer valid. Start again.',
    zh: '此次登录尝试已失效，请重新开始。',
  },
  databaseDown: {
    http: 503,
    status: 503,
    en: 'The database does not answer at the moment. Nothing was changed; try again shortly.',
    zh: '数据库暂时没有响应，未做任何更改，请稍后再试。',
  },
  overloaded: {
    http: 503,
    status: 503,
    en: 'Too much at once at the moment. Try again shortly.',
    zh: '当前负载过高，请稍后再试。',
  },
  storageFull: {
    http: 507,
    status: 507,
    en: 'Storage is full. Nothing was stored; an administrator must free space.',
    zh: '存储空间已满，未保存任何内容，请管理员释放空间。',
  },
} as const satisfies Record<string, ErrorEntry>;

export type ErrorCode = keyof typeof errorCatalogue;

/** Fills `{name}` places of a text; a place without a value stays visible rather than lying. */
export function fillText(text: string, values: Readonly<Record<string, string | number>>): string {
  return text.replace(/\{(\w+)\}/g, (place, name: string) => String(values[name] ?? place));
}
