-- Whose a resource was when something happened to it: figures of one's own come from sums like all others. What was summed
-- before is given to whom it belongs to now; `stats:rebuild` makes it exact.
insert into access_keys (dimension, key)
select distinct 12, resources.owner_id::text from resources
join access_keys known on known.dimension = 10 and known.key = resources.id::text
on conflict do nothing;

alter table access_resource_days add column owner integer not null default 0;
alter table access_resource_months add column owner integer not null default 0;
with owners as (
  select resource_key.id as resource, owner_key.id as owner from access_keys resource_key
  join resources on resources.id = resource_key.key::uuid
  join access_keys owner_key on owner_key.dimension = 12 and owner_key.key = resources.owner_id::text
  where resource_key.dimension = 10
), days as (
  update access_resource_days set owner = owners.owner from owners where owners.resource = access_resource_days.resource
)
update access_resource_months set owner = owners.owner from owners where owners.resource = access_resource_months.resource;

alter table access_resource_days drop constraint access_resource_days_pkey,
  add primary key (day, resource, department, subject, college, kind, owner);
alter table access_resource_months drop constraint access_resource_months_pkey,
  add primary key (day, resource, department, subject, college, kind, owner);
create index access_resource_days_owner on access_resource_days (owner, day) where owner <> 0;
create index access_resource_months_owner on access_resource_months (owner, day) where owner <> 0;
