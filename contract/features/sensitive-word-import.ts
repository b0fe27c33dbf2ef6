import { defineImport, importEndpoints } from '../import/define-import.ts';

/** Imports words from a table or from plain text with one word per line. New words are added to the chosen pack. */
export const sensitiveWordImport = defineImport({
  list: 'sensitiveWord',
  page: '/app/sensitive/word',
  ability: 'editor',
  path: '/sensitive/wordImports',
  within: 'sensitivePack',
  oneInALine: 'text',
  fields: {
    text: {
      required: true,
      key: true,
      headings: ['word', 'words', 'phrase', 'keyword', 'term', '词', '词语', '词汇', '敏感词', '关键词', '违禁词'],
    },
    mode: { key: true, headings: ['match', 'match mode', '匹配', '匹配方式', '匹配模式'] },
    variants: { headings: ['disguises', 'with variants', '变体', '识别变体', '包含变体'] },
    language: { headings: ['lang', '语言', '语种'] },
    category: { headings: ['type', 'kind of word', '类别', '分类', '类型'] },
    severity: { headings: ['level', 'action', '级别', '等级', '严重程度'] },
    sources: { headings: ['source', 'fields', 'where', 'scope', 'looked for in', '检查范围', '来源', '字段'] },
    kinds: { headings: ['resource kinds', 'resource types', '资源类型'] },
    exceptions: { headings: ['exception', 'except', 'allowed', '例外', '白名单', '排除'] },
    note: { headings: ['notes', 'comment', 'remark', '备注', '说明'] },
    pack: { headings: ['list', 'word list', '词包', '词库'] },
    enabled: { headings: ['active', 'state', '启用', '状态'] },
  },
});

export const sensitiveWordImportEndpoints = importEndpoints(sensitiveWordImport);
export const {
  upload: uploadSensitiveWordImport,
  get: getSensitiveWordImport,
  check: checkSensitiveWordImport,
  listLines: listSensitiveWordImportLines,
  run: runSensitiveWordImport,
  report: reportSensitiveWordImport,
} = sensitiveWordImportEndpoints;
