-- One index for words of every script: what it has of two of them is brought together within it. Titles are ordered script
-- by script, and beside the text stands on which side of the place where Chinese ones begin its title is: words that are
-- rare on one side are gathered there, instead of walking past everything.
drop index resources_search, resources_search_wide;
create index resources_search on resources
  using gin (search_text gin_trgm_ops, wide_pieces(search_text), (case when lower(title) >= '⺀' then 1 else 0 end));

-- The rest of a department with a tag that many have: only those rows are looked at that are both.
drop index resources_tags;
create index resources_tags on resources using gin (tag_ids, kind, department_id);
