import { defineImport, importEndpoints } from '../import/define-import.ts';

/** Imports resource metadata from a table whose rows refer to files in a chosen library or to resource IDs. */
export const resourceImport = defineImport({
  list: 'resource',
  page: '/app/resource/library',
  ability: 'user',
  path: '/resources/imports',
  within: 'library',
  fields: {
    file: { key: true, headings: ['file name', 'filename', '文件', '文件名', '文件名称'] },
    id: { key: true, headings: ['resource id', 'uuid', '资源 id', '编号', '资源编号'] },
    title: { headings: ['name', '标题', '名称'] },
    description: { headings: ['summary', 'abstract', '描述', '简介', '说明'] },
    tags: { headings: ['tag', 'keywords', '标签', '关键词'] },
    language: { headings: ['lang', '语言', '语种'] },
    subject: { headings: ['subject code', '学科', '学科代码'] },
    author: { headings: ['authors', 'creator', '作者', '主讲'] },
    year: { headings: ['date', '年份', '年'] },
    source: { headings: ['origin', 'url', '来源', '出处'] },
    altText: { headings: ['alt text', 'alternative text', '替代文本', '图片说明'] },
    licence: { headings: ['license', 'rights', '许可', '授权', '版权'] },
    licenceUntil: { headings: ['licence until', 'license until', 'licence end', '许可到期日', '许可截止', '授权到期'] },
    visibility: { headings: ['visible to', 'audience', '可见范围', '公开范围'] },
  },
});

export const resourceImportEndpoints = importEndpoints(resourceImport);
export const {
  upload: uploadResourceImport,
  get: getResourceImport,
  check: checkResourceImport,
  listLines: listResourceImportLines,
  run: runResourceImport,
  report: reportResourceImport,
} = resourceImportEndpoints;
