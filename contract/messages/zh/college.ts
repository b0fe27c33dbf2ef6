import type { CollegeTexts } from '../en/college.ts';

export const college: CollegeTexts = {
  title: '学院管理',
  search: '按名称、简称或代码搜索',
  emptyTitle: '还没有学院',
  emptyText: '学院下设部门，部门包含人员和资源。请新建学院，或批量导入。',
  columns: {
    name: '名称',
    code: '代码',
    shortName: '简称',
    contact: '联系方式',
    departments: '部门',
    people: '人员',
    resources: '资源',
    storage: '存储用量',
    state: '状态',
    description: '说明',
    updated: '更新时间',
  },
  tabs: { all: '全部', enabled: '已启用', disabled: '已停用' },
  filters: { name: '名称', code: '代码', contact: '联系方式', people: '有人员', updated: '更新时间' },
  create: '新建学院',
  import: '导入学院',
  importNote: '按代码匹配学院，代码已存在时更新该学院。',
  importExisting: '已有学院',
  many: '学院',
};
