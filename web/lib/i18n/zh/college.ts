import type { CollegeTexts } from '../en/college.ts';

export const college: CollegeTexts = {
  title: '学院管理',
  search: '名称、简称或代码',
  emptyTitle: '尚无学院',
  emptyText: '学院下设部门，部门包含人员和资源。请创建第一个学院，或导入表格。',
  columns: {
    name: '名称',
    code: '代码',
    shortName: '简称',
    contact: '联系人',
    departments: '部门',
    people: '人员',
    resources: '资源',
    storage: '存储',
    state: '状态',
    description: '说明',
    updated: '更新时间',
  },
  tabs: { all: '全部', enabled: '启用', disabled: '停用' },
  filters: { name: '名称', code: '代码', contact: '联系人', people: '有人员', updated: '更新时间' },
  create: '新建学院',
  import: '导入学院',
  importNote: '以代码区分学院：代码已存在的行将修改该学院。',
  importExisting: '已存在的学院',
  many: '学院',
};
