-- A sketch has two kilobytes: kept in its row it is read with it, and not looked up beside it.
alter table access_viewers set (toast_tuple_target = 4080);
alter table access_viewer_spans set (toast_tuple_target = 4080);
