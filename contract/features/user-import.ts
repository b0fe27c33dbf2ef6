import { z } from 'zod';
import { defineEndpoint, idParams } from '../endpoint.ts';
import { defineImport, importEndpoints } from '../import/define-import.ts';

export const userImport = defineImport({
  list: 'user',
  page: '/app/system/systemAdmin',
  ability: 'editor',
  path: '/system/userImports',
  within: 'permissionGroup',
  fields: {
    account: {
      required: true,
      key: true,
      headings: ['account name', 'login', 'user', 'username', '账号', '帐号', '工号'],
    },
    name: { required: true, headings: ['full name', 'display name', '姓名', '名称'] },
    email: { headings: ['e-mail', 'mail', 'email address', '邮箱', '电子邮件', '电子邮箱'] },
    phone: { headings: ['telephone', 'mobile', 'phone number', '电话', '手机', '手机号', '联系电话'] },
    role: { headings: ['role id', 'roleid', '角色'] },
    department: {
      headings: ['department code', 'dept', 'dept code', 'deptcode', '部门', '部门代码', '部门编码', '学院部门'],
    },
    position: { headings: ['job', 'job title', 'title', '职位', '岗位'] },
  },
});

export const userImportEndpoints = importEndpoints(userImport);
export const {
  upload: uploadUserImport,
  get: getUserImport,
  check: checkUserImport,
  listLines: listUserImportLines,
  run: runUserImport,
  report: reportUserImport,
} = userImportEndpoints;

/** Passwords per response; limited because hashing is slow. */
export const passwordsAtOnce = 50;

export const handOutImportPasswords = defineEndpoint({
  id: 'userImport.handOutPasswords',
  method: 'POST',
  path: `${userImport.path}/{id}/passwords`,
  access: { kind: 'page', pages: [userImport.page], ability: userImport.ability },
  summary: 'Create one-time passwords for imported people without one, shown once, in batches',
  params: idParams,
  output: z.strictObject({
    rows: z.array(z.strictObject({ account: z.string(), name: z.string(), password: z.string() })),
    /** Nobody in this import who the caller may give a password is still without one. */
    done: z.boolean(),
  }),
  confidential: true,
});
