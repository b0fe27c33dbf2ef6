-- The palette looks for any piece of a chapter's title, among all chapters of all courses.
create index chapters_search on chapters using gin (text_pieces(lower(title)));
