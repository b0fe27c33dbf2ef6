-- Whoever sums a month anew asks for the whole of it; whoever reads asks for one dimension of some months, and the planner, to
-- which a month lies together, read the whole of each for them. As `month + 0` only the former find it.
drop index holding_sums_month;
create index holding_sums_of_month on holding_sums ((month + 0));
