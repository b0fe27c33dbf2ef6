-- Those whose things are used so much that counting among the events takes long: of what is theirs there are sums by
-- everything else, from a day on.
create table access_owners (
  owner integer primary key,
  since date not null
);
