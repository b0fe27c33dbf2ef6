-- Walking an order of the list passes by the rows that a tab, a data scope or a filter leaves out. With the columns
-- that those speak of at hand in the index, passing by costs next to nothing: the rows themselves are not looked at.
drop index users_by_name, users_by_account, users_by_role, users_by_last_sign_in, users_by_email, users_by_created,
  users_never_signed_in, users_department;
create index users_by_name on users (lower(name), id)
  include (name, department_id, access, role_id, last_sign_in_at);
create index users_by_account on users (lower(account), id)
  include (account, department_id, access, role_id, last_sign_in_at);
create index users_by_role on users (role_id, id) include (department_id, access, last_sign_in_at);
create index users_by_last_sign_in on users (coalesce(last_sign_in_at, 'epoch'::timestamptz), id)
  include (last_sign_in_at, department_id, access, role_id);
create index users_by_email on users (lower(coalesce(email, '')), id)
  include (email, department_id, access, role_id, last_sign_in_at);
create index users_by_created on users (created_at, id) include (department_id, access, role_id, last_sign_in_at);
create index users_by_department on users (department_id) include (access, role_id, last_sign_in_at, id);

-- Few among many: even passing by would take long. These hold those few only, in every order.
create index users_forbidden_name on users (lower(name), id) where access = 1;
create index users_forbidden_account on users (lower(account), id) where access = 1;
create index users_forbidden_role on users (role_id, id) include (last_sign_in_at, department_id) where access = 1;
create index users_forbidden_last_sign_in on users (coalesce(last_sign_in_at, 'epoch'::timestamptz), id)
  where access = 1;
create index users_forbidden_email on users (lower(coalesce(email, '')), id) where access = 1;
create index users_administrators_name on users (lower(name), id) where role_id <= 2;
create index users_administrators_account on users (lower(account), id) where role_id <= 2;
create index users_administrators_last_sign_in on users (coalesce(last_sign_in_at, 'epoch'::timestamptz), id)
  where role_id <= 2;
create index users_administrators_email on users (lower(coalesce(email, '')), id) where role_id <= 2;
