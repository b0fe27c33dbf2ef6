-- What is viewed most is told by the sums of days now: the home page reads no raw events any more.
drop index access_events_views;
