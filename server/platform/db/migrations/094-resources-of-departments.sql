-- Whoever sees some departments finds what was used there, however much was used elsewhere.
create index access_resource_days_department on access_resource_days (department, day) where department <> 0;
create index access_resource_months_department on access_resource_months (department, day) where department <> 0;
