import type { PaletteTexts } from '../en/palette.ts';

export const palette: PaletteTexts = {
  title: '查找任何内容',
  placeholder: '输入页面、操作、资源或人员…',
  results: '结果',
  recent: '最近使用',
  pages: '页面',
  actions: '操作',
  resources: '资源',
  searchingResources: '正在查找资源…',
  resourcesFailed: '无法查找资源。',
  searchIn: '在“{page}”中搜索“{text}”',
  similar: '拼写略有不同',
  people: '人员',
  searchingPeople: '正在查找人员…',
  peopleFailed: '无法查找人员。',
  emptyTitle: '没有找到“{text}”',
  emptyText: '请尝试更短的词，或页面、操作名称的一部分。',
  move: '移动',
  open: '打开',
  close: '关闭',
};
