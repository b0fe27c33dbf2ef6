import type { Language } from './language.ts';

/** The text of each status, shown after "Request error {status}:" and beside unusual body statuses. */
export const statusTexts: Record<Language, Record<number, string>> = {
  en: {
    200: 'data returned',
    201: 'create/modify succeeded',
    202: 'request queued (async)',
    204: 'delete succeeded',
    400: 'bad request, nothing created or changed',
    401: 'no permission (token, username or password wrong)',
    403: 'authorized but access forbidden',
    404: 'record does not exist',
    406: 'format not available',
    409: 'not possible in its current state',
    410: 'resource permanently deleted',
    413: 'too large',
    415: 'kind of file not accepted',
    422: 'validation error when creating an object',
    429: 'too many requests, try again later',
    500: 'server error',
    502: 'gateway error',
    503: 'service unavailable (overloaded or under maintenance)',
    504: 'gateway timeout',
    507: 'storage is full',
  },
  zh: {
    200: '已返回数据',
    201: '新建或修改成功',
    202: '请求已排队（异步）',
    204: '删除成功',
    400: '请求有误，未新建或修改任何内容',
    401: '没有权限（令牌、用户名或密码错误）',
    403: '已登录，但禁止访问',
    404: '记录不存在',
    406: '格式不可用',
    409: '当前状态下无法执行',
    410: '资源已被永久删除',
    413: '内容过大',
    415: '不接受此类文件',
    422: '创建对象时校验失败',
    429: '请求过多，请稍后再试',
    500: '服务器错误',
    502: '网关错误',
    503: '服务不可用（过载或维护中）',
    504: '网关超时',
    507: '存储空间已满',
  },
};

export function statusText(status: number, language: Language): string {
  return statusTexts[language][status] ?? statusTexts[language][500] ?? '';
}
