-- What was searched for, by month: a year of it is told from twelve of them and the days that are left over.
create table access_term_months (
  day date not null,
  term text not null,
  searches integer not null,
  without_result integer not null,
  primary key (day, term)
);
insert into access_term_months (day, term, searches, without_result)
select date_trunc('month', day)::date, term, sum(searches), sum(without_result) from access_terms group by 1, 2;
