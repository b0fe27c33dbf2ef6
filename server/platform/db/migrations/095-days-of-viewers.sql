-- Whoever counts the people of a day anew asks for the whole day; whoever reads asks for one dimension of it, and the planner,
-- which does not know how few cells have no second dimension, read the whole day for them. As `day + 0` only the former find it.
drop index access_viewers_day;
create index access_viewers_of_day on access_viewers ((day + 0));
drop index access_viewer_spans_day;
create index access_viewer_spans_of_day on access_viewer_spans (span, (day + 0));
