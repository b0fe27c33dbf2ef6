const page = '/app/system/accessGroup';

export const groupsHref = page;
export const groupHref = (id: string) => `${page}?id=${id}`;
export const newGroupHref = page.concat('?id=new');
export const copyHref = (id: string) => `${newGroupHref}&copy=${id}`;
