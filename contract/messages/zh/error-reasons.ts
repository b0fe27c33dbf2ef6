import type { errorReasons as english } from '../en/error-reasons.ts';

export const errorReasons: typeof english = {
  malformed: {
    fileMissing: '缺少文件',
    notStorable: '包含无法保存的字符，或嵌套过深',
    notJson: '正文不是有效的 JSON',
    address: '地址无效',
    notOfRoute: '地址不属于此页面',
    protocol: '不是有效的 HTTP 或 JSON',
    idempotencyKey: 'Idempotency-Key 须为 1 至 200 个普通字符',
    host: 'Host 请求头无效',
    uploadOffset: '缺少 Upload-Offset',
  },
  counts: {
    people: '{count} 人',
    departments: '{count} 个部门',
    subjects: '{count} 个学科',
    courses: '{count} 门课程',
    resources: '{count} 个资源',
    libraries: '{count} 个资源库',
  },
  listSeparator: '、',
  ofField: '{field}：{problem}',
  separator: '；',
};
